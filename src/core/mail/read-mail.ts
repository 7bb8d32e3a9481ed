import type { Email } from 'postal-mime';
import { fail, ok, type Result } from '../result.ts';
import { MAIL_BOUNDS } from './content/mail-bounds.ts';
import type { MailTools } from './content/mail-tools.ts';
import type { UnreadReason } from './content/unread.ts';
import { authenticationResultsOf, type AuthenticationResults } from './head/authentication-results.ts';
import { addSenders, headOfMail, isField, type MailHead } from './head/mail-head.ts';
import type { MailAttachment, MailPicture, PartsOfAttachment } from './content/mail-attachment.ts';
import { FoundParts, type Shown } from './parts.ts';
import { joinBodyLines, withLineFeeds } from './raw/join-body-lines.ts';
import { decodedText, kindOfPart, realTypeOf } from './raw/kind-of-part.ts';
import { withLoneReturnsAsLines, withLineFeedBytes, withoutAmbiguities } from './raw/line-ends.ts';
import { parseMail } from './raw/parse-mail.ts';

export interface MailParts {
  readonly head: MailHead;
  readonly shown: Readonly<Shown>;
  /** `user@host`, of all From fields. */
  readonly senders: readonly string[];
  /** Markup of attached pages and mails. */
  readonly markups: readonly string[];
  /** Subject, calendars and other attached text. */
  readonly texts: readonly string[];
  /** Invisible addresses: in PDF files, and for unsubscribing. */
  readonly beside: readonly string[];
  readonly attachments: readonly MailAttachment[];
  /** In the order of `attachments`. */
  readonly partsOf: readonly PartsOfAttachment[];
  readonly pictures: readonly MailPicture[];
  readonly cutPictures: number;
  /** Topmost first. The reader chooses which server to believe. */
  readonly authenticationResults: readonly AuthenticationResults[];
  readonly unread: ReadonlySet<UnreadReason>;
}

/** Reads everything that some program shows as text or page. */
export async function readMail(
  submitted: Uint8Array,
  tools: MailTools,
): Promise<Result<MailParts, 'unreadable'>> {
  const whole = submitted.subarray(0, MAIL_BOUNDS.bytes);
  const bytes = withoutAmbiguities(whole);
  const found = new FoundParts(tools.inflate, async (attached, depth) => {
    const read = await readAllReadings(withLineFeedBytes(attached), found, depth);
    return read === null ? null : read.shown;
  });
  if (whole.length < submitted.length) found.unread.add('too-many-bytes');
  // Programs disagree whether a lone CR ends a line, so the mail is read both ways.
  const otherwise = withLoneReturnsAsLines(bytes);
  const isOnlySo = otherwise !== null && !bytes.includes(LF);
  const senders = new Set<string>();
  const first = await readAllReadings(isOnlySo ? otherwise : bytes, found, 0);
  if (first === null) return fail('unreadable');
  addSenders(first.email, senders, found.unread);
  if (otherwise !== null && !isOnlySo) {
    const other = await readAllReadings(otherwise, found, 0);
    if (other === null) found.unread.add('two-readings');
    else {
      addShown(other.shown, found);
      addSenders(other.email, senders, found.unread);
    }
  }
  const head = headOfMail(first.email);
  return ok({
    ...partsIn(found),
    head,
    shown: first.shown,
    senders: [...senders],
    authenticationResults: authenticationResultsOf(first.email),
  });
}

export async function readFile(
  { name, type, content }: { readonly name: string; readonly type: string; readonly content: Uint8Array },
  tools: MailTools,
): Promise<Omit<MailParts, 'head'>> {
  const found = new FoundParts(tools.inflate, async (attached, depth) => {
    const read = await readAllReadings(withLineFeedBytes(attached), found, depth);
    return read === null ? null : read.shown;
  });
  const shown: Shown = { html: '', text: '' };
  // Only text is truncated: pictures, PDF files and archives may be long.
  const isText = isReadAsText(type, name, realTypeOf(content));
  const bytes = isText ? content.subarray(0, MAIL_BOUNDS.keptBytes) : content;
  if (bytes.length < content.length) found.unread.add('too-many-bytes');
  await found.addFile({ name, type, bytes }, shown);
  return { ...partsIn(found), shown, senders: [], authenticationResults: [] };
}

function isReadAsText(type: string, name: string, realType: string | null): boolean {
  const kind = kindOfPart(type, name, realType);
  return kind === 'markup' || kind === 'text' || kind === 'untold';
}

type FoundBeside = Omit<MailParts, 'head' | 'shown' | 'senders' | 'authenticationResults'>;

function partsIn(found: FoundParts): FoundBeside {
  const { markups, texts, beside, attachments, partsOf, pictures, cutPictures, unread } = found;
  return { markups, texts, beside, attachments, partsOf, pictures, cutPictures, unread };
}

interface GatheredMail {
  readonly email: Email;
  readonly shown: Shown;
}

/**
 * @param depth - of this mail within other mails
 * @returns null if it is no mail; parts go to `found`
 */
async function readAllReadings(
  mail: Uint8Array,
  found: FoundParts,
  depth: number,
): Promise<GatheredMail | null> {
  const { bytes, other, cutFileBytes, unread } = joinBodyLines(mail, found.budget);
  for (const reason of unread) found.unread.add(reason);
  const read = await readOne(bytes, found, depth, cutFileBytes);
  if (read === null || other === null) return read;
  const otherwise = await readOne(other, found, depth, cutFileBytes);
  if (otherwise !== null) addShown(otherwise.shown, found);
  return read;
}

function addShown({ html, text }: Shown, found: FoundParts): void {
  found.markups.push(html);
  found.texts.push(text);
}

async function readOne(
  bytes: Uint8Array,
  found: FoundParts,
  depth: number,
  cutFileBytes: number | null,
): Promise<GatheredMail | null> {
  const parsed = await parseMail(bytes);
  switch (parsed.kind) {
    case 'unparsable':
      return null;
    case 'too-deep':
      found.unread.add('too-deep');
      return readRawText(bytes, found);
    case 'long-heads':
      found.unread.add('head-too-long');
      return readRawText(bytes, found);
    case 'mail':
  }
  const { email, isHeadWhole } = parsed;
  if (!isHeadWhole) found.unread.add('head-too-long');
  if (!isMail(email)) return isHeadWhole ? null : readRawText(bytes, found);
  const { attachments } = email;
  const shown: Shown = { html: withLineFeeds(email.html ?? ''), text: withLineFeeds(email.text ?? '') };
  // Lines that looked like a file's header may belong to the text, which then is truncated.
  const length = shown.html.length + shown.text.length;
  if (cutFileBytes !== null && length * MAX_CHARACTER_BYTES > cutFileBytes)
    found.unread.add('too-many-bytes');
  const isTaken = shown.html !== '' || shown.text !== '' || attachments.length > 0;
  if (!isTaken && hasBody(bytes)) found.unread.add('structure');
  const { subject, from, others, unsubscribes } = headOfMail(email);
  // Some programs begin the body at the first line that is no field, and show it.
  found.texts.push(subject, from, ...others);
  for (const page of unsubscribes) found.beside.push(page);
  await found.addAll(attachments, shown, depth, cutFileBytes);
  return { email, shown };
}

/** Per UTF-16 unit, in any character set. */
const MAX_CHARACTER_BYTES = 3;

/** Fallback for mails with over-long headers: searches the raw text. */
function readRawText(bytes: Uint8Array, found: FoundParts): GatheredMail {
  const text = withLineFeeds(decodedText(bytes));
  addShown({ html: text, text }, found);
  return { email: NO_MAIL, shown: { html: '', text: '' } };
}

const NO_MAIL: Email = { headers: [], headerLines: [], attachments: [] };

function isMail({ headerLines, html = '', text = '', attachments }: Email): boolean {
  return (
    headerLines.some(({ line }) => isField(line)) ||
    html.trim() !== '' ||
    text.trim() !== '' ||
    attachments.length > 0
  );
}

const LF = 10;
const SPACES: ReadonlySet<number> = new Set([9, LF, 11, 12, 13, 32]);

function hasBody(bytes: Uint8Array): boolean {
  let start = bytes[0] === LF ? 0 : -1;
  for (let at = bytes.indexOf(LF); start === -1 && at !== -1; at = bytes.indexOf(LF, at + 1))
    if (bytes[at + 1] === LF) start = at;
  return start !== -1 && bytes.subarray(start).some((byte) => !SPACES.has(byte));
}
