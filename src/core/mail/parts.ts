import type { Attachment } from 'postal-mime';
import { MAIL_BOUNDS } from './content/mail-bounds.ts';
import {
  PICTURE_TYPES,
  type MailAttachment,
  type MailPicture,
  type PartsOfAttachment,
} from './content/mail-attachment.ts';
import type { MailTools } from './content/mail-tools.ts';
import type { UnreadReason } from './content/unread.ts';
import { linksOfPdf } from './links/pdf-links.ts';
import { withLineFeeds, type LineBudget } from './raw/join-body-lines.ts';
import { decodedText, isType, kindOfPart, realTypeOf } from './raw/kind-of-part.ts';
import { uuencodedFiles, type UuencodedFile } from './raw/uuencoded.ts';

export interface Shown {
  html: string;
  text: string;
}

export type ReadAttached = (bytes: Uint8Array, depth: number) => Promise<Shown | null>;

/** What was found in a mail and in the mails attached to it, in all ways in which programs read them. */
export class FoundParts {
  /** HTML, XML and SVG that the mail itself does not show. */
  readonly markups: string[] = [];
  /** Other text besides what the mail shows. */
  readonly texts: string[] = [];
  /** Addresses that readers do not see; they count only if listed. */
  readonly beside: string[] = [];
  readonly attachments: MailAttachment[] = [];
  readonly partsOf: PartsOfAttachment[] = [];
  /** Pictures that are whole. */
  readonly pictures: MailPicture[] = [];
  /** How many pictures are truncated, so that their content is unknown. */
  cutPictures = 0;
  readonly unread = new Set<UnreadReason>();
  readonly budget: LineBudget = {
    seenLines: MAIL_BOUNDS.seenLines,
    lines: MAIL_BOUNDS.lines,
    parts: MAIL_BOUNDS.parts,
    bytes: MAIL_BOUNDS.keptBytes,
  };
  readonly #inflate: MailTools['inflate'];
  readonly #readAttached: ReadAttached;
  #uuencoded = 0;

  constructor(inflate: MailTools['inflate'], readAttached: ReadAttached) {
    this.#inflate = inflate;
    this.#readAttached = readAttached;
  }

  /**
   * @param shown - extended by parts of unknown type and embedded mails
   * @param cutFileBytes - files at least this long may be truncated
   */
  async addAll(
    attachments: readonly Attachment[],
    shown: Shown,
    depth: number,
    cutFileBytes: number | null,
  ): Promise<void> {
    await this.#addUuencoded(shown, depth);
    for (const { content, filename, mimeType, disposition, rfc822DepthExceeded } of attachments) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
      const file = { name: filename ?? '', type: mimeType, bytes };
      const isCut = cutFileBytes !== null && bytes.length >= cutFileBytes;
      const isShown = rfc822DepthExceeded === true || (!isType(mimeType) && disposition !== 'attachment');
      await this.#add(file, depth, isCut, isShown ? shown : null);
    }
  }

  async addFile(
    file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array },
    shown: Shown,
  ): Promise<void> {
    await this.#add(file, 0, false, shown);
  }

  /** Mail programs extract uuencoded files from text; a part that is wholly uuencoded is one file. */
  async #addUuencoded(shown: Shown, depth: number): Promise<void> {
    for (const body of ['html', 'text'] as const) {
      const files = uuencodedFiles(shown[body], MAIL_BOUNDS.uuencodedFiles - this.#uuencoded + 1);
      const [only] = files;
      if (only !== undefined && files.length === 1 && isAllOf(only, shown[body])) {
        shown[body] = '';
        await this.#addUuencodedFile(only, depth, shown);
        continue;
      }
      for (const file of files) if (!(await this.#addUuencodedFile(file, depth, null))) return;
    }
  }

  async #addUuencodedFile(
    { filename, bytes }: UuencodedFile,
    depth: number,
    shown: Shown | null,
  ): Promise<boolean> {
    if (this.#uuencoded++ >= MAIL_BOUNDS.uuencodedFiles) {
      this.unread.add('too-many-files');
      return false;
    }
    // A file that is the whole body counts as text.
    await this.#add(
      { name: filename, type: shown === null ? 'application/octet-stream' : '', bytes },
      depth,
      false,
      shown,
    );
    return true;
  }

  async #add(
    { name, type, bytes }: { readonly name: string; readonly type: string; readonly bytes: Uint8Array },
    depth: number,
    isCut: boolean,
    shown: Shown | null,
  ): Promise<void> {
    const realType = realTypeOf(bytes);
    const kind = kindOfPart(type, name, realType);
    const before = this.#counts();
    const isRead = await this.#look(kind, bytes, depth, shown);
    // Mail programs do not show a PDF file with the mail, so `isLookedInto: false`, not `unread`, reports the cut.
    const isLookedInto = isRead && !(isCut && kind === 'pdf');
    if (isCut && isLookedInto) this.unread.add('too-many-bytes');
    this.attachments.push({ name, declaredType: type, realType, isLookedInto });
    const after = this.#counts();
    this.partsOf.push({
      markups: [before.markups, after.markups],
      texts: [before.texts, after.texts],
      beside: [before.beside, after.beside],
    });
    const picture = PICTURE_TYPES.find((each) => each === realType);
    if (picture === undefined) return;
    if (isCut) this.cutPictures++;
    else this.pictures.push({ name, type: picture, bytes });
  }

  #counts(): Readonly<Record<keyof PartsOfAttachment, number>> {
    return { markups: this.markups.length, texts: this.texts.length, beside: this.beside.length };
  }

  /** @returns false if not all of the part was read */
  async #look(
    kind: ReturnType<typeof kindOfPart>,
    bytes: Uint8Array,
    depth: number,
    shown: Shown | null,
  ): Promise<boolean> {
    switch (kind) {
      case 'mail':
        return this.#lookAtMail(bytes, depth, shown);
      case 'markup': {
        const html = withLineFeeds(decodedText(bytes));
        this.markups.push(html);
        if (shown !== null) appendShown(shown, { html, text: '' });
        return true;
      }
      case 'text': {
        const text = withLineFeeds(decodedText(bytes));
        // Calendars and cards fold lines as mail headers do.
        this.texts.push(text, text.replaceAll(/\n[ \t]/g, ''));
        if (shown !== null) appendShown(shown, { html: '', text });
        return true;
      }
      case 'untold': {
        // Programs that don't know the type show the part as text, or guess.
        const text = withLineFeeds(decodedText(bytes));
        this.texts.push(text);
        this.markups.push(text);
        if (shown !== null)
          appendShown(shown, looksLikeHtml(text) ? { html: text, text: '' } : { html: '', text });
        return true;
      }
      case 'pdf': {
        const { hrefs, isWhole } = await linksOfPdf(bytes, this.#inflate);
        for (const href of hrefs) this.beside.push(href);
        return isWhole;
      }
      case 'encrypted':
      case 'outlook-form':
      case 'elsewhere':
        this.unread.add(kind);
        return false;
      case 'file':
        return false;
    }
  }

  async #lookAtMail(bytes: Uint8Array, depth: number, shown: Shown | null): Promise<boolean> {
    if (depth >= MAIL_BOUNDS.mailDepth) {
      this.unread.add('too-deep');
      return false;
    }
    const attached = await this.#readAttached(bytes, depth + 1);
    if (attached === null) {
      this.unread.add('no-mail');
      return false;
    }
    this.markups.push(attached.html);
    this.texts.push(attached.text);
    if (shown !== null) appendShown(shown, attached);
    return true;
  }
}

function isAllOf({ start, end }: UuencodedFile, text: string): boolean {
  return text.slice(0, start).trim() === '' && text.slice(end).trim() === '';
}

function appendShown(shown: Shown, more: Shown): void {
  if (more.html !== '' && shown.html === '' && shown.text !== '')
    shown.html = `<pre>${escaped(shown.text)}</pre>`;
  if (shown.html !== '')
    shown.html += `\n${more.html === '' ? `<pre>${escaped(more.text)}</pre>` : more.html}`;
  else shown.html = more.html;
  if (more.text !== '') shown.text += `${shown.text === '' ? '' : '\n'}${more.text}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function looksLikeHtml(text: string): boolean {
  return /<(?:!doctype html|html|body|head|a|p|div|br|table|img|span|h[1-6])(?=[\s>/])/i.test(text);
}
