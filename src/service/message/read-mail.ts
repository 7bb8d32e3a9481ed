import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { fail, ok, type Result } from '../../core/result.ts';
import { contentOfEmail, type MailContent } from '../../node/mail/mail-content.ts';
import { MailBounds } from './mail-bounds.ts';

/** What of a raw mail is looked at. */
export interface MailParts {
  /** As a webmail would show it. */
  readonly content: MailContent;
  /** HTML besides: attached pages, attached mails. */
  readonly markups: readonly string[];
  /** Running text besides: the subject, calendars, other attached text. */
  readonly texts: readonly string[];
  /** False: some of it is encrypted, is in a form that is not read, or is more than is read. */
  readonly isWhole: boolean;
}

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 << 10, maxRfc822NestingDepth: 1 } as const;

/** Mails within mails that are followed, where each is attached to the one before. */
const MAX_ATTACHED_DEPTH = 5;

/** Reads a mail as it was sent (RFC 5322 with MIME), with all in it that some program shows as text or as a page. */
export async function readMail(bytes: Uint8Array): Promise<Result<MailParts, 'unreadable'>> {
  const parts: Gathered = { markups: [], texts: [], bounds: new MailBounds(), isWhole: true };
  const otherwise = endedByReturns(bytes);
  const isOnlySo = !bytes.includes(LF);
  const email = await gather(isOnlySo ? (otherwise ?? bytes) : bytes, parts, 0);
  if (email === null) return fail('unreadable');
  // Programs differ on whether a carriage return alone ends a line: both readings are looked at.
  if (otherwise !== null && !isOnlySo) {
    parts.bounds = new MailBounds();
    if ((await gather(otherwise, parts, 1)) === null) parts.isWhole = false;
  }
  const { markups, texts, isWhole } = parts;
  return ok({ content: contentOfEmail(email), markups, texts, isWhole });
}

interface Gathered {
  readonly markups: string[];
  readonly texts: string[];
  bounds: MailBounds;
  isWhole: boolean;
}

/** @returns null if it is no mail; what it shows is among the parts only if it is attached */
async function gather(mail: Uint8Array, parts: Gathered, depth: number): Promise<Email | null> {
  const bytes = parts.bounds.within(mail);
  if (bytes.length < mail.length) parts.isWhole = false;
  const email = await parse(bytes);
  if (email === null || !isMail(email)) return null;
  const { html = '', text = '', subject = '', from, headerLines, attachments } = email;
  if (depth > 0) {
    parts.markups.push(html);
    parts.texts.push(text);
  }
  parts.texts.push(subject, from?.name ?? '');
  // No field: some programs begin the body there.
  for (const { line } of headerLines) if (!isField(line)) parts.texts.push(line);
  const isTaken = html !== '' || text !== '' || attachments.length > 0;
  if (!isTaken && hasBody(bytes)) parts.isWhole = false;
  for (const attachment of attachments) await gatherAttachment(attachment, parts, depth);
  return email;
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
  [/\.eml$/i, 'mail'],
  [/\.(?:[xsdp]?html?|xht|mht|mhtml|svg|xml)$/i, 'markup'],
  [/\.(?:txt|ics|vcf|csv|url|rtf|webloc)$/i, 'text'],
];

type PartKind = 'mail' | 'markup' | 'text' | 'unread' | 'file';

function kindOf({ mimeType, filename }: Attachment, bytes: Uint8Array): PartKind {
  if (UNREAD.test(mimeType)) return 'unread';
  if (MAIL.test(mimeType)) return 'mail';
  if (MARKUP.test(mimeType)) return 'markup';
  const named = ENDINGS.find(([ending]) => ending.test((filename ?? '').trim()));
  if (named !== undefined) return named[1];
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

async function parse(bytes: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(bytes, { ...LIMITS, attachmentEncoding: 'arraybuffer' });
  } catch (error) {
    // Its parser says by plain errors that a limit is reached.
    if (error instanceof Error) return null;
    throw error;
  }
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

const LF = 10;

/** Whether anything but space stands behind the head. */
function hasBody(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const head = /^\r?\n|\n\r?\n/.exec(text);
  return head !== null && text.slice(head.index).trim() !== '';
}

/** The same with a new line at each carriage return that has none; null if there is no such. */
function endedByReturns(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const ended = text.replaceAll(/(?<!\r)\r+(?![\r\n])/g, (run) => '\r\n'.repeat(run.length));
  return ended === text ? null : Buffer.from(ended, 'latin1');
}
