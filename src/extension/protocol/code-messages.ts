import type { LinkVerdict } from './link-messages.ts';
import { answers, frame, page, type RequestIn } from './request-row.ts';
import { list, text } from '../../core/fields/schema.ts';

/** Pictures are sent as drawn, never as the sender's file. */
export const PICTURE_PREFIX = 'data:image/png;base64,';

/** Longer side. Pictures in messages are drawn smaller, but a screenshot may be this large. */
export const MAX_PICTURE_PX = 4_096;

/** UTF-16 units. A photograph of 800 × 800 takes half of this. */
export const MAX_PICTURE_LENGTH = 2_500_000;

export const MAX_CODES_PER_PICTURE = 4;

/** A code holds at most 4,296 letters. Longer URLs are judged by their beginning. */
const MAX_ADDRESS_LENGTH = 8_000;

export const CODE_REQUESTS = {
  /** `addresses` are web addresses only. `notRead`: the picture was not examined. */
  'read-codes': frame(
    { picture: text(MAX_PICTURE_LENGTH) },
    answers<{ readonly addresses: readonly string[] } | { readonly notRead: 'paused' | 'too-many' }>(),
  ),
  'judge-codes': page(
    {
      addresses: list(text(MAX_ADDRESS_LENGTH), MAX_CODES_PER_PICTURE),
    },
    answers<{ readonly verdicts: readonly LinkVerdict[] }>(),
  ),
};

export type ReadCodes = RequestIn<typeof CODE_REQUESTS, 'read-codes'>;
