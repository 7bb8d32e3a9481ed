import PostalMime, { addressParser, type Attachment, type Email } from 'postal-mime';
import { fail, ok, type Result } from '../../../core/result.ts';
import { canonicalAddress } from '../../../core/url/mail-address.ts';
import { contentOfEmail, type MailContent } from '../../node/mail/mail-content.ts';
import { MailBounds } from './mail-bounds.ts';
import { hasOtherReading } from './two-readings.ts';
import { uuencodedFiles } from './uuencoded.ts';

/** What of a raw mail is looked at. */
export interface MailParts {
  /** As a webmail would show it. */
  readonly content: MailContent;
  /** Each address that it says it is from, `user@host`: forged heads have more than one, and programs differ on which they show. */
  readonly senders: readonly string[];
  /** HTML besides: attached pages, attached mails. */
  readonly markups: readonly string[];
  /** Running text besides: the subject, calendars, other attached text. */
  readonly texts: readonly string[];
  /** False: some of it is encrypted, is in a form that is not read, or is more than is read. */
  readonly isWhole: boolean;
}

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 << 10, maxRfc822NestingDepth: 1 } as const;

/** Of a head that is longer than is parsed, in bytes; the rest of the limit is left to the heads of its parts. */
const SHORT_HEAD = 64 << 10;
/** Fields by which a mail is read. */
const NEEDED_FIELD = /^(?:from|reply-to|subject|mime-version|content-[a-z-]+)[ \t]*:/i;

/** Files in the texts of a request that are looked at: each may be a mail, and costs as much. */
const MAX_UUENCODED = 100;

/** Addresses of one From field that are looked up. Good mail has one. */
const MAX_SENDERS = 15;

/** Mails within mails that are followed, where each is attached to the one before. */
const MAX_ATTACHED_DEPTH = 5;

/** Reads a mail as it was sent (RFC 5322 with MIME), with all in it that some program shows as text or as a page. */
export async function readMail(submitted: Uint8Array): Promise<Result<MailParts, 'unreadable'>> {
  const bytes = withoutOddities(submitted);
  const parts: Gathered = {
    markups: [],
    texts: [],
    senders: new Set(),
    bounds: new MailBounds(),
    uuencoded: 0,
    isWhole: true,
  };
  const otherwise = endedByReturns(bytes);
  if (hasOtherReading(latin1(otherwise ?? bytes))) parts.isWhole = false;
  const isOnlySo = !bytes.includes(LF);
  const email = await gather(isOnlySo ? (otherwise ?? bytes) : bytes, parts, 0);
  if (email === null) return fail('unreadable');
  addSenders(email, parts);
  // Programs differ on whether a carriage return alone ends a line: both readings are looked at.
  if (otherwise !== null && !isOnlySo) {
    parts.bounds = new MailBounds();
    const other = await gather(otherwise, parts, 1);
    if (other === null) parts.isWhole = false;
    else addSenders(other, parts);
  }
  const { markups, texts, senders, isWhole } = parts;
  return ok({ content: contentOfEmail(email), senders: [...senders], markups, texts, isWhole });
}

function addSenders({ headers }: Email, parts: Gathered): void {
  for (const { key, value } of headers) {
    if (key !== 'from') continue;
    for (const address of addressParser(value, { flatten: true })) {
      const sender = canonicalAddress(address.address ?? '');
      if (sender === null || parts.senders.has(sender.address)) continue;
      if (parts.senders.size >= MAX_SENDERS) parts.isWhole = false;
      else parts.senders.add(sender.address);
    }
  }
}

interface Gathered {
  readonly senders: Set<string>;
  readonly markups: string[];
  readonly texts: string[];
  bounds: MailBounds;
  /** Files that were found in its texts so far. */
  uuencoded: number;
  isWhole: boolean;
}

/** @returns null if it is no mail; what it shows is among the parts only if it is attached */
async function gather(mail: Uint8Array, parts: Gathered, depth: number): Promise<Email | null> {
  const bytes = parts.bounds.within(mail);
  if (bytes.length < mail.length) parts.isWhole = false;
  const email = await parsedWithin(bytes, parts);
  if (email === null || (!isMail(email) && email !== NO_MAIL)) return null;
  const { html = '', text = '', subject = '', from, headerLines, attachments } = email;
  if (depth > 0) {
    parts.markups.push(html);
    parts.texts.push(text);
  }
  parts.texts.push(subject, from?.name ?? '');
  // No field: some programs begin the body there.
  for (const { line } of headerLines) if (!isField(line)) parts.texts.push(line);
  for (const shown of [html, text]) await gatherUuencoded(shown, parts, depth);
  const isTaken = html !== '' || text !== '' || attachments.length > 0;
  if (!isTaken && hasBody(bytes)) parts.isWhole = false;
  for (const attachment of attachments) await gatherAttachment(attachment, parts, depth);
  return email;
}

/** Programs take files out of a text; where its transfer encoding says so, all of the part is one. */
async function gatherUuencoded(text: string, parts: Gathered, depth: number): Promise<void> {
  for (const { filename, bytes } of uuencodedFiles(text)) {
    if (parts.uuencoded++ >= MAX_UUENCODED) {
      parts.isWhole = false;
      return;
    }
    const attachment = { filename, mimeType: 'application/octet-stream', disposition: null, content: bytes };
    await gatherAttachment(attachment, parts, depth);
  }
}

async function gatherAttachment(attachment: Attachment, parts: Gathered, depth: number): Promise<void> {
  const { content } = attachment;
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  switch (kindOf(attachment, bytes)) {
    case 'mail':
      if (depth >= MAX_ATTACHED_DEPTH || (await gather(bytes, parts, depth + 1)) === null)
        parts.isWhole = false;
      return;
    case 'markup':
      parts.markups.push(decoded(bytes));
      return;
    case 'text':
      // Calendars and cards fold their lines as heads do.
      parts.texts.push(decoded(bytes), decoded(bytes).replaceAll(/\r?\n[ \t]/g, ''));
      return;
    case 'untold':
      // Programs that know no such type show it as text, or as what its name is short for.
      parts.texts.push(decoded(bytes));
      parts.markups.push(decoded(bytes));
      return;
    case 'unread':
      parts.isWhole = false;
      return;
    case 'file':
  }
}

/** Encrypted, or a whole message in a form that only some programs know. */
const UNREAD =
  /^(?:application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted|(?:vnd\.)?ms-tnef)|message\/(?:partial|external-body))$/;
const MAIL = /^message\/(?:rfc822|global)$/;
const MARKUP = /^(?:text\/(?:html|x-amp-html|xml)|application\/(?:[\w.+-]*xhtml\+xml|xml)|image\/svg\+xml)$/;
const TEXT = /^(?:text|message)\/|^application\/(?:ics|rtf|json)$/;

/** By these, programs open what says to be something else. */
const ENDINGS: readonly (readonly [RegExp, PartKind])[] = [
  [/\.(?:p7m|p7c)$|^winmail\.dat$/i, 'unread'],
  [/\.(?:eml|mht|mhtml)$/i, 'mail'],
  [/\.(?:[xsdp]?html?|xht|svg|xml)$/i, 'markup'],
  [/\.(?:txt|ics|vcf|csv|url|rtf|webloc)$/i, 'text'],
];

type PartKind = 'mail' | 'markup' | 'text' | 'untold' | 'unread' | 'file';

function kindOf({ mimeType, filename }: Attachment, bytes: Uint8Array): PartKind {
  if (UNREAD.test(mimeType)) return 'unread';
  if (MAIL.test(mimeType)) return 'mail';
  if (MARKUP.test(mimeType)) return 'markup';
  const named = ENDINGS.find(([ending]) => ending.test((filename ?? '').trim()));
  if (named !== undefined) return named[1];
  // `text` or `html` alone: no type as mail has them.
  if (!mimeType.includes('/')) return 'untold';
  if (looksLikeMarkup(bytes)) return 'markup';
  return TEXT.test(mimeType) ? 'text' : 'file';
}

const SNIFFED = 1024;

function looksLikeMarkup(bytes: Uint8Array): boolean {
  return /^[\s\uFEFF]*<(?:!doctype html|!--|html|head|body|script|meta|svg|\?xml)\b/i.test(
    decoded(bytes.subarray(0, SNIFFED)),
  );
}

/** Its character set is not known here; addresses are the same in all but UTF-16. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = second === 0 || (first === 0xff && second === 0xfe);
  const isBig = first === 0 || (first === 0xfe && second === 0xff);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

/** A mail of which nothing is read but what was gathered beside it. */
const NO_MAIL: Email = { headers: [], headerLines: [], attachments: [] };

/** @returns null if it cannot be parsed for anything else than the length of its heads */
async function parsedWithin(bytes: Uint8Array, parts: Gathered): Promise<Email | null> {
  const whole = await parse(bytes);
  if (whole !== 'long-heads') return whole;
  parts.isWhole = false;
  const short = await parse(withShortHead(bytes));
  if (short !== 'long-heads') return short === null || isMail(short) ? short : NO_MAIL;
  // The heads of its parts are as long: what can be seen in it as it was sent is better than nothing.
  const text = decoded(bytes);
  parts.markups.push(text);
  parts.texts.push(text);
  return NO_MAIL;
}

async function parse(bytes: Uint8Array): Promise<Email | 'long-heads' | null> {
  try {
    return await PostalMime.parse(bytes, { ...LIMITS, attachmentEncoding: 'arraybuffer' });
  } catch (error) {
    // Its parser says by plain errors that a limit is reached.
    if (error instanceof Error) return error.message.startsWith('Maximum header size') ? 'long-heads' : null;
    throw error;
  }
}

/** The mail with only those fields of its head by which it is read, wherever they stand among others. */
function withShortHead(bytes: Uint8Array): Uint8Array {
  const text = latin1(bytes);
  const headLength = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  let length = 0;
  const fields = text
    .slice(0, headLength)
    .split(/\n(?![ \t])/)
    .filter((field) => {
      if (!NEEDED_FIELD.test(field) || length + field.length > SHORT_HEAD) return false;
      length += field.length;
      return true;
    });
  return Buffer.from(fields.join('\n') + text.slice(headLength), 'latin1');
}

function isMail({ headerLines, html = '', text = '', attachments }: Email): boolean {
  return (
    headerLines.some(({ line }) => isField(line)) ||
    html.trim() !== '' ||
    text.trim() !== '' ||
    attachments.length > 0
  );
}

/** RFC 5322, 2.2; an address at the start of a line is none, though it has a colon. */
function isField(line: string): boolean {
  return /^[!-9;-~]+[ \t]*:/.test(line) && !/^(?:https?|ftp):\/\//i.test(line);
}

/** What parsers differ in, and no program means: a mark of byte order before the head, spaces behind a soft line break. */
function withoutOddities(bytes: Uint8Array): Uint8Array {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const text = latin1(bytes.subarray(start));
  return /=[ \t]+\r?\n/.test(text)
    ? Buffer.from(text.replaceAll(/=[ \t]+(?=\r?\n)/g, '='), 'latin1')
    : bytes.subarray(start);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

const LF = 10;

/** Whether anything but space stands behind the head. */
function hasBody(bytes: Uint8Array): boolean {
  const text = latin1(bytes);
  const head = /^\r?\n|\n\r?\n/.exec(text);
  return head !== null && text.slice(head.index).trim() !== '';
}

/** The same with a new line at each carriage return that has none; null if there is no such. */
function endedByReturns(bytes: Uint8Array): Uint8Array | null {
  const text = latin1(bytes);
  const ended = text.replaceAll(/(?<!\r)\r+(?![\r\n])/g, (run) => '\r\n'.repeat(run.length));
  return ended === text ? null : Buffer.from(ended, 'latin1');
}
