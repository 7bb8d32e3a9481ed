import type { LinkVerdict } from './link-messages.ts';
import { list, text } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

/** Pictures are sent as drawn, never as the sender's file. */
export const PICTURE_PREFIX = 'data:image/png;base64,';

/** Longer side. Pictures in messages are drawn smaller, but a screenshot may be this large. */
export const MAX_PICTURE_PX = 4_096;

/** UTF-16 units. A photograph of 800 × 800 takes half of this. */
export const MAX_PICTURE_LENGTH = 2_500_000;

export const MAX_CODES_PER_PICTURE = 4;

/** A code holds at most 4,296 letters. Longer URLs are judged by their beginning. */
const MAX_ADDRESS_LENGTH = 8_000;

export interface ReadCodes {
  readonly type: 'read-codes';
  readonly picture: string;
}

export interface JudgeCodes {
  readonly type: 'judge-codes';
  readonly addresses: readonly string[];
}

export interface CodeResponses {
  /** `addresses` are web addresses only. `notRead`: the picture was not examined. */
  'read-codes': { readonly addresses: readonly string[] } | { readonly notRead: 'paused' | 'too-many' };
  'judge-codes': { readonly verdicts: readonly LinkVerdict[] };
}

export const FRAME_CODE_READERS: Readers<ReadCodes> = {
  'read-codes': (from) => ({ type: 'read-codes', picture: text(from, 'picture', MAX_PICTURE_LENGTH) }),
};

export const PAGE_CODE_READERS: Readers<JudgeCodes> = {
  'judge-codes': (from) => ({
    type: 'judge-codes',
    addresses: list(from, 'addresses', MAX_CODES_PER_PICTURE, (value, field) =>
      text({ [field]: value }, field, MAX_ADDRESS_LENGTH),
    ),
  }),
};
