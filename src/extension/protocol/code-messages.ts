import type { LinkVerdict } from './link-messages.ts';
import { list, text } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

/** How a picture crosses: pixels as a page draws them, never the file that the sender wrote. */
export const PICTURE_PREFIX = 'data:image/png;base64,';

/** Of a picture's longer side: a message's is drawn smaller, a window may have so much. */
export const MAX_PICTURE_PX = 4_096;

/** UTF-16 units. A photograph of 800 by 800 points takes half of it. */
export const MAX_PICTURE_LENGTH = 2_500_000;

export const MAX_CODES_PER_PICTURE = 4;

/** Longer addresses are judged by their beginning like any link; a code holds 4,296 letters at most. */
const MAX_ADDRESS_LENGTH = 8_000;

/** Look for QR codes in a picture of a message. */
export interface ReadCodes {
  readonly type: 'read-codes';
  readonly picture: string;
}

/** Judge the addresses that the popup has found in what is shown. */
export interface JudgeCodes {
  readonly type: 'judge-codes';
  readonly addresses: readonly string[];
}

export interface CodeResponses {
  /** Web addresses alone; what else codes say is dropped where it is read. `notRead`: the picture was not looked at. */
  'read-codes': { readonly addresses: readonly string[] } | { readonly notRead: 'paused' | 'too-many' };
  /** In the order of `addresses`. */
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
