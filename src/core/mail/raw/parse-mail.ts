import PostalMime, { type Email } from 'postal-mime';
import { MAIL_BOUNDS } from '../content/mail-bounds.ts';
import { latin1 } from './latin1.ts';

/** Nested mails are files here; they are read separately, within the same bounds. */
const LIMITS = {
  maxNestingDepth: MAIL_BOUNDS.partDepth,
  maxHeadersSize: MAIL_BOUNDS.headBytes,
  maxRfc822NestingDepth: 0,
  attachmentEncoding: 'arraybuffer',
} as const;

/** Bytes kept of an over-long header; the rest of `headBytes` is for headers of parts. */
const SHORT_HEAD = 64 << 10;
const NEEDED_FIELD =
  /^(?:from|reply-to|subject|mime-version|list-unsubscribe|authentication-results|content-[a-z-]+)[ \t]*:/i;

export type ParsedMail =
  | { readonly kind: 'mail'; readonly email: Email; readonly isHeadWhole: boolean }
  | { readonly kind: 'too-deep' }
  /** The parts' headers exceed the limit. */
  | { readonly kind: 'long-heads' }
  | { readonly kind: 'unparsable' };

/** @param bytes - lines end in LF */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const whole = await parse(bytes);
  if (typeof whole !== 'string') return { kind: 'mail', email: whole, isHeadWhole: true };
  if (whole !== 'long-heads') return { kind: whole };
  const short = await parse(withShortHead(bytes));
  return typeof short === 'string' ? { kind: short } : { kind: 'mail', email: short, isHeadWhole: false };
}

async function parse(bytes: Uint8Array): Promise<Email | 'long-heads' | 'too-deep' | 'unparsable'> {
  try {
    return await PostalMime.parse(bytes, LIMITS);
  } catch (error) {
    // The parser reports limits as plain errors with a message. Any other `Error` means an unparsable mail, and must
    // not stop an evaluation of many mails.
    if (!(error instanceof Error)) throw error;
    if (error.message.startsWith('Maximum header size')) return 'long-heads';
    return error.message.startsWith('Maximum MIME nesting depth') ? 'too-deep' : 'unparsable';
  }
}

function withShortHead(bytes: Uint8Array): Uint8Array {
  const headLength = emptyLineIn(bytes);
  let length = 0;
  const fields = latin1(bytes.subarray(0, headLength))
    .split(/\n(?![ \t])/)
    .filter((field) => {
      if (!NEEDED_FIELD.test(field) || length + field.length > SHORT_HEAD) return false;
      length += field.length;
      return true;
    });
  const head = Uint8Array.from(fields.join('\n'), (character) => character.charCodeAt(0));
  const joined = new Uint8Array(head.length + bytes.length - headLength);
  joined.set(head);
  joined.set(bytes.subarray(headLength), head.length);
  return joined;
}

const LF = 10;

function emptyLineIn(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1))
    if (bytes[at + 1] === LF) return at;
  return bytes.length;
}
