import type { OutcomeResponse } from './outcome.ts';
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

/** Asks for texts in the reader's language. A frame itself has only those of the browser's language, or none. */
export interface GetTexts {
  readonly type: 'get-texts';
  /** BCP 47 tag; empty if the frame has none. */
  readonly known: string;
}

/** Texts by key, with `$1` to `$9` for values. */
export interface FrameTexts {
  /** BCP 47 tag. */
  readonly language: string;
  readonly messages: Readonly<Record<string, string>>;
}

export interface SetPreferences {
  readonly type: 'set-preferences';
  readonly preferences: Preferences;
}

/** What a click on a flagged link does. `mark`: opens it. `ask`: asks first. `disable`: opens nothing. */
export interface Preferences {
  readonly onDanger: 'mark' | 'ask' | 'disable';
  readonly onCaution: 'mark' | 'ask' | 'disable';
  /** BCP 47 tag; null for the browser's. */
  readonly language: string | null;
  /** Updates once a day or on request, for metered connections. */
  readonly saveData: boolean;
  /** Remember senders of unmarked mail, as hashes on this device. */
  readonly rememberCorrespondents: boolean;
  /**
   * Whose `Authentication-Results` count: a provider's id or a server's name (`core/mail/head/own-server.ts`); null for
   * none.
   */
  readonly mailServer: string | null;
}

export interface CurrentPreferences extends Preferences {
  /** Set by an administrator; the reader's choice has no effect. */
  readonly locked: readonly (keyof Preferences)[];
  readonly administered: Administered;
}

/** DNS names have at most 253 characters. */
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

export type FramePreferenceRequest = GetPreferences | GetTexts;

export type PagePreferenceRequest = GetPreferences | SetPreferences;

export interface PreferenceResponses {
  'get-preferences': CurrentPreferences;
  /** Null: the frame already has these texts. */
  'get-texts': FrameTexts | null;
  'set-preferences': OutcomeResponse;
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

/** For backups and stored records too. Null if malformed. */
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
    // Backups of earlier versions lack these two.
    rememberCorrespondents:
      own(from, 'rememberCorrespondents') === undefined || flag(from, 'rememberCorrespondents'),
    mailServer:
      own(from, 'mailServer') === undefined
        ? null
        : nullOr(from, 'mailServer', () => text(from, 'mailServer', MAX_SERVER_LENGTH)),
  };
}
