import PostalMime, { type Email } from 'postal-mime';
import { MAIL_BOUNDS } from '../content/mail-bounds.ts';
import { latin1 } from './latin1.ts';

/** Mails within a mail are files to its parser: they are read by themselves, within the same bounds. */
const LIMITS = {
  maxNestingDepth: MAIL_BOUNDS.partDepth,
  maxHeadersSize: MAIL_BOUNDS.headBytes,
  maxRfc822NestingDepth: 0,
  attachmentEncoding: 'arraybuffer',
} as const;

/** Of a head that is longer than is parsed, in bytes; the rest of the limit is left to the heads of its parts. */
const SHORT_HEAD = 64 << 10;
/** Fields by which a mail is read. */
const NEEDED_FIELD =
  /^(?:from|reply-to|subject|mime-version|list-unsubscribe|authentication-results|content-[a-z-]+)[ \t]*:/i;

export type ParsedMail =
  | { readonly kind: 'mail'; readonly email: Email; readonly isHeadWhole: boolean }
  /** Parts lie deeper than is read. */
  | { readonly kind: 'too-deep' }
  /** The heads of its parts are longer than is read. */
  | { readonly kind: 'long-heads' }
  | { readonly kind: 'unparsable' };

/** @param bytes - its lines end with line feeds alone */
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
    // Its parser says by plain errors that a limit is reached; a mail that trips it up otherwise must not stop a run.
    if (!(error instanceof Error)) throw error;
    if (error.message.startsWith('Maximum header size')) return 'long-heads';
    return error.message.startsWith('Maximum MIME nesting depth') ? 'too-deep' : 'unparsable';
  }
}

/** The mail with only those fields of its head by which it is read, wherever they stand among others. */
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

/** Where the head ends: at the line feed before the first empty line, or at the end. */
function emptyLineIn(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1))
    if (bytes[at + 1] === LF) return at;
  return bytes.length;
}
