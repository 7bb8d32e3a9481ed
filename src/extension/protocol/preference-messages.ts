import * as v from 'valibot';
import type { OutcomeResponse } from './outcome.ts';
import type { Administered } from './policy-messages.ts';
import { answers, both, frame, page } from './request-row.ts';
import { fields, readOrNull, text } from '../../core/fields/schema.ts';

/** Texts by key, with `$1` to `$9` for values. */
export interface FrameTexts {
  /** BCP 47 tag. */
  readonly language: string;
  readonly messages: Readonly<Record<string, string>>;
}

/** What a click on a flagged link does. `mark`: opens it. `ask`: asks first. `disable`: opens nothing. */
const LEVEL_ACTION = v.picklist(['mark', 'ask', 'disable']);

/** Backups of earlier versions lack the last two. */
export const PREFERENCES = fields({
  onDanger: LEVEL_ACTION,
  onCaution: LEVEL_ACTION,
  /** BCP 47 tag; null for the browser's. */
  language: v.nullable(text(35)),
  /** Updates once a day or on request, for metered connections. */
  saveData: v.boolean(),
  /** Remember senders of unmarked mail, as hashes on this device. */
  rememberCorrespondents: v.optional(v.boolean(), true),
  /**
   * Whose `Authentication-Results` count: a provider's id or a server's name (`core/mail/head/own-server.ts`), of at most
   * 255 characters as in the DNS; null for none.
   */
  mailServer: v.optional(v.nullable(text(255)), null),
});
export type Preferences = Readonly<v.InferOutput<typeof PREFERENCES>>;

/** Of a backup or stored record. Null if malformed. */
export const parsePreferences = (value: unknown): Preferences | null => readOrNull(PREFERENCES, value);

export interface CurrentPreferences extends Preferences {
  /** Set by an administrator; the reader's choice has no effect. */
  readonly locked: readonly (keyof Preferences)[];
  readonly administered: Administered;
}

export const DEFAULT_PREFERENCES: Preferences = {
  onDanger: 'ask',
  onCaution: 'mark',
  language: null,
  saveData: false,
  rememberCorrespondents: true,
  mailServer: null,
};

export const PREFERENCE_REQUESTS = {
  'get-preferences': both({}, answers<CurrentPreferences>()),
  /**
   * Asks for texts in the reader's language. A frame itself has only those of the browser's language, or none. `known`:
   * BCP 47 tag; empty if the frame has none. Null: the frame already has these texts.
   */
  'get-texts': frame({ known: text(40) }, answers<FrameTexts | null>()),
  'set-preferences': page({ preferences: PREFERENCES }, answers<OutcomeResponse>()),
};
