import type { Email } from 'postal-mime';
import { fail, ok, type Result } from '../result.ts';
import { MAIL_BOUNDS } from './content/mail-bounds.ts';
import type { MailTools } from './content/mail-tools.ts';
import type { UnreadReason } from './content/unread.ts';
import { authenticationResultsOf, type AuthenticationResults } from './head/authentication-results.ts';
import { addSenders, headOfMail, isField, type MailHead } from './head/mail-head.ts';
import type { MailAttachment, MailPicture, PartsOfAttachment } from './content/mail-attachment.ts';
import { FoundParts, type Shown } from './parts.ts';
import { withFewerLines, withLineFeeds } from './raw/fewer-lines.ts';
import { decodedText, kindOfPart, realTypeOf } from './raw/kind-of-part.ts';
import { otherLineEnds, withLineFeedBytes, withoutOddities } from './raw/line-ends.ts';
import { parseMail } from './raw/parse-mail.ts';

/** What of a raw mail is looked at. */
export interface MailParts {
  readonly head: MailHead;
  /** The text and HTML that a webmail shows. */
  readonly shown: Readonly<Shown>;
  /** Each address that it says it is from, `user@host`. */
  readonly senders: readonly string[];
  /** HTML besides: attached pages, attached mails. */
  readonly markups: readonly string[];
  /** Running text besides: the subject, calendars, other attached text. */
  readonly texts: readonly string[];
  /** Addresses that nobody sees by looking at it: of PDF files, and where it can be unsubscribed. */
  readonly beside: readonly string[];
  readonly attachments: readonly MailAttachment[];
  /** Of each attachment, in the same order. */
  readonly partsOf: readonly PartsOfAttachment[];
  readonly pictures: readonly MailPicture[];
  /** Pictures that were cut off. */
  readonly cutPictures: number;
  /** What servers say of who sent it, topmost first; whose word counts is for the reader to say. */
  readonly authenticationResults: readonly AuthenticationResults[];
  /** Why not all of it was looked at; empty: it is whole. */
  readonly unread: ReadonlySet<UnreadReason>;
}

/** Reads a mail as it was sent (RFC 5322 with MIME), with all in it that some program shows as text or as a page. */
export async function readMail(
  submitted: Uint8Array,
  tools: MailTools,
): Promise<Result<MailParts, 'unreadable'>> {
  const whole = submitted.subarray(0, MAIL_BOUNDS.bytes);
  const bytes = withoutOddities(whole);
  const found = new FoundParts(tools.inflate, async (attached, depth) => {
    const read = await gather(withLineFeedBytes(attached), found, depth);
    return read === null ? null : read.shown;
  });
  if (whole.length < submitted.length) found.unread.add('too-many-bytes');
  // Programs differ on whether a carriage return alone ends a line: both readings are looked at.
  const otherwise = otherLineEnds(bytes);
  const isOnlySo = otherwise !== null && !bytes.includes(LF);
  const senders = new Set<string>();
  const first = await gather(isOnlySo ? otherwise : bytes, found, 0);
  if (first === null) return fail('unreadable');
  addSenders(first.email, senders, found.unread);
  if (otherwise !== null && !isOnlySo) {
    const other = await gather(otherwise, found, 0);
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

/** Reads a file that came by itself as mail programs read one that is attached, and shows it. */
export async function readFile(
  { name, type, content }: { readonly name: string; readonly type: string; readonly content: Uint8Array },
  tools: MailTools,
): Promise<Omit<MailParts, 'head'>> {
  const found = new FoundParts(tools.inflate, async (attached, depth) => {
    const read = await gather(withLineFeedBytes(attached), found, depth);
    return read === null ? null : read.shown;
  });
  const shown: Shown = { html: '', text: '' };
  // Long pictures, PDF files and archives are as long as they are; of text no more is looked at.
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
 * @param depth - of the mail in others
 * @returns null if it is no mail; what it shows is not among the parts, what it holds besides is
 */
async function gather(mail: Uint8Array, found: FoundParts, depth: number): Promise<GatheredMail | null> {
  const { bytes, other, cutFileBytes, unread } = withFewerLines(mail, found.budget);
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
      return asItWasSent(bytes, found);
    case 'long-heads':
      found.unread.add('head-too-long');
      return asItWasSent(bytes, found);
    case 'mail':
  }
  const { email, isHeadWhole } = parsed;
  if (!isHeadWhole) found.unread.add('head-too-long');
  if (!isMail(email)) return isHeadWhole ? null : asItWasSent(bytes, found);
  const { attachments } = email;
  const shown: Shown = { html: withLineFeeds(email.html ?? ''), text: withLineFeeds(email.text ?? '') };
  // It may be in the text that something was cut off, where what seemed a file's head was a part of it.
  const length = shown.html.length + shown.text.length;
  if (cutFileBytes !== null && length * MAX_CHARACTER_BYTES > cutFileBytes)
    found.unread.add('too-many-bytes');
  const isTaken = shown.html !== '' || shown.text !== '' || attachments.length > 0;
  if (!isTaken && hasBody(bytes)) found.unread.add('structure');
  const { subject, from, others, unsubscribes } = headOfMail(email);
  // No field: some programs begin the body there.
  found.texts.push(subject, from, ...others);
  for (const page of unsubscribes) found.beside.push(page);
  await found.addAll(attachments, shown, depth, cutFileBytes);
  return { email, shown };
}

/** Of one UTF-16 unit, in any character set. */
const MAX_CHARACTER_BYTES = 3;

/** A mail that cannot be taken apart: what can be seen in it as it was sent is better than nothing. */
function asItWasSent(bytes: Uint8Array, found: FoundParts): GatheredMail {
  const text = withLineFeeds(decodedText(bytes));
  addShown({ html: text, text }, found);
  return { email: NO_MAIL, shown: { html: '', text: '' } };
}

/** A mail of which nothing is read but what was gathered beside it. */
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

/** Whether anything but space stands behind the head. */
function hasBody(bytes: Uint8Array): boolean {
  let start = bytes[0] === LF ? 0 : -1;
  for (let at = bytes.indexOf(LF); start === -1 && at !== -1; at = bytes.indexOf(LF, at + 1))
    if (bytes[at + 1] === LF) start = at;
  return start !== -1 && bytes.subarray(start).some((byte) => !SPACES.has(byte));
}
