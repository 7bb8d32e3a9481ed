import type { Ended } from './outcome.ts';
import type { Administered } from './policy-messages.ts';
import {
  asRecord,
  type Fields,
  flag,
  nullOr,
  oneOf,
  orNull,
  own,
  record,
  text,
} from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

export interface GetPreferences {
  readonly type: 'get-preferences';
}

/** The texts in the language of the reader: a frame itself knows only the browser's, or for once none. */
export interface GetTexts {
  readonly type: 'get-texts';
  /** BCP 47: what the frame has them in; empty if it has none. */
  readonly known: string;
}

/** Texts of a frame by their keys, with `$1` to `$9` for values. */
export interface FrameTexts {
  /** BCP 47. */
  readonly language: string;
  readonly messages: Readonly<Record<string, string>>;
}

export interface SetPreferences {
  readonly type: 'set-preferences';
  readonly preferences: Preferences;
}

/** What happens at a click on a flagged link. `mark`: only the mark. `ask`: a question first. `disable`: nothing opens. */
export interface Preferences {
  readonly onDanger: 'mark' | 'ask' | 'disable';
  readonly onCaution: 'mark' | 'ask' | 'disable';
  /** BCP 47; null for the browser's own. */
  readonly language: string | null;
  /** Updates only when the reader asks, or once a day; for metered connections. */
  readonly saveData: boolean;
  /** Whether it is remembered, as hashes on this device alone, whom unmarked mail came from. */
  readonly rememberCorrespondents: boolean;
  /**
   * Whose `Authentication-Results` are believed in messages that are checked from a file: the id of a provider, or the
   * name of a server (`core/mail/head/own-server.ts`); null: nobody's.
   */
  readonly mailServer: string | null;
}

/** What holds now. */
export interface CurrentPreferences extends Preferences {
  /** Set by an administrator: what the reader chose instead is kept, and does not count. */
  readonly locked: readonly (keyof Preferences)[];
  readonly administered: Administered;
}

/** A name in the DNS has 253 characters at most. */
const MAX_SERVER_LENGTH = 255;

const LEVEL_ACTIONS = ['mark', 'ask', 'disable'] as const;

export const DEFAULT_PREFERENCES: Preferences = {
  onDanger: 'ask',
  onCaution: 'mark',
  language: null,
  saveData: false,
  rememberCorrespondents: true,
  mailServer: null,
};

/** From a frame of a webmail. */
export type FramePreferenceRequest = GetPreferences | GetTexts;

/** From our own pages. */
export type PagePreferenceRequest = GetPreferences | SetPreferences;

export interface PreferenceResponses {
  'get-preferences': CurrentPreferences;
  /** Null: the frame has them. */
  'get-texts': FrameTexts | null;
  'set-preferences': Ended;
}

export const FRAME_PREFERENCE_READERS: Readers<FramePreferenceRequest> = {
  'get-preferences': () => ({ type: 'get-preferences' }),
  'get-texts': (from) => ({ type: 'get-texts', known: text(from, 'known', 40) }),
};

export const PAGE_PREFERENCE_READERS: Readers<PagePreferenceRequest> = {
  'get-preferences': () => ({ type: 'get-preferences' }),
  'set-preferences': (from) => ({
    type: 'set-preferences',
    preferences: readPreferences(record(from, 'preferences')),
  }),
};

/** Reads preferences, as also a backup or a stored record holds them. Null if a field is not as it must be. */
export function parsePreferences(value: unknown): Preferences | null {
  return orNull(() => readPreferences(asRecord(value, 'preferences')));
}

/** @throws BadField */
export function readPreferences(from: Fields): Preferences {
  return {
    onDanger: oneOf(from, 'onDanger', LEVEL_ACTIONS),
    onCaution: oneOf(from, 'onCaution', LEVEL_ACTIONS),
    language: nullOr(from, 'language', () => text(from, 'language', 35)),
    saveData: flag(from, 'saveData'),
    // A backup of an earlier version does not know it.
    rememberCorrespondents:
      own(from, 'rememberCorrespondents') === undefined || flag(from, 'rememberCorrespondents'),
    mailServer:
      own(from, 'mailServer') === undefined
        ? null
        : nullOr(from, 'mailServer', () => text(from, 'mailServer', MAX_SERVER_LENGTH)),
  };
}
