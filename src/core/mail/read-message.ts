import { ok, type Result } from '../result.ts';
import type { MailContent } from './content/mail-content.ts';
import { MAIL_BOUNDS } from './content/mail-bounds.ts';
import type { MailTools } from './content/mail-tools.ts';
import type { UnreadReason } from './content/unread.ts';
import type { AuthenticationResults } from './head/authentication-results.ts';
import type { Authentication } from './head/mail-head.ts';
import { picturesIn } from './links/data-pictures.ts';
import { attachedFile, FILE_KINDS } from '../files/attached-file.ts';
import { linksOfMarkup } from './links/html-links.ts';
import { linksWrittenIn } from './links/written-links.ts';
import type { MailAttachment, MailPicture } from './content/mail-attachment.ts';
import { readFile, readMail, type MailParts } from './read-mail.ts';
import { factsOfMail, type MailFacts } from './shown/mail-facts.ts';

/** A message as it was submitted. */
export type SubmittedMessage =
  | { readonly kind: 'text' | 'html'; readonly content: string }
  /** RFC 5322 with MIME. */
  | { readonly kind: 'raw'; readonly content: Uint8Array }
  /** Of any kind; what it is said to be in its type and its name is believed as mail programs do. */
  | { readonly kind: 'file'; readonly name: string; readonly type: string; readonly content: Uint8Array };

export interface ReadMessage {
  /** As a webmail would show it; of what is no mail, who sent it is not known. */
  readonly content: MailContent;
  /** What a frame of a webmail would send about it. */
  readonly shown: MailFacts;
  /** Whom it says it is from, `user@host`; none of what is no mail. */
  readonly senders: readonly string[];
  /** What the receiving server wrote into it; null if nothing. */
  readonly authentication: Authentication | null;
  /** Each href once, of all in it that some program shows as text or as a page. */
  readonly hrefs: readonly string[];
  /**
   * They count only if they lead to something listed: the same where a program may end them sooner, and links that
   * nobody sees by looking at it (of PDF files, and where it can be unsubscribed).
   */
  readonly beside: readonly string[];
  readonly attachments: readonly MailAttachment[];
  /** Of each attachment, in the same order: the links in it, which are among the others too. */
  readonly hrefsOf: readonly (readonly string[])[];
  /** PNG, JPEG, GIF and WebP, attached or written into the HTML, as they were sent. */
  readonly pictures: () => readonly MailPicture[];
  /** Pictures of which only the beginning was read. */
  readonly cutPictures: number;
  /** What servers say of who sent it, topmost first; anybody can write such a field. */
  readonly authenticationResults: readonly AuthenticationResults[];
  /** Why not all of it was looked at; empty: it is whole. */
  readonly unread: ReadonlySet<UnreadReason>;
}

/**
 * Finds the links of a message, in all that some program shows as text or as a page: nobody knows which will show it.
 * What it says of itself is read as a webmail would show it, as the extension does. Never throws, whatever it is given.
 */
export async function readMessage(
  message: SubmittedMessage,
  tools: MailTools,
): Promise<Result<ReadMessage, 'unreadable'>> {
  switch (message.kind) {
    case 'text':
      return ok(linked({ ...NOTHING, shown: { html: '', text: message.content } }, tools));
    case 'html':
      return ok(linked({ ...NOTHING, shown: { html: message.content, text: '' } }, tools));
    case 'raw': {
      const parts = await readMail(message.content, tools);
      return parts.ok ? ok(linked(parts.value, tools)) : parts;
    }
    case 'file':
      return ok(linked({ head: null, ...(await readFile(message, tools)) }, tools));
  }
}

const NOTHING: Omit<MailParts, 'shown' | 'head'> & { readonly head: null } = {
  head: null,
  senders: [],
  markups: [],
  texts: [],
  beside: [],
  attachments: [],
  partsOf: [],
  pictures: [],
  cutPictures: 0,
  authenticationResults: [],
  unread: new Set(),
};

type Parts = Omit<MailParts, 'head'> & { readonly head: MailParts['head'] | null };

function linked(
  { head, shown, senders, markups, texts, beside, attachments, unread: before, ...parts }: Parts,
  { parseHtml }: MailTools,
): ReadMessage {
  const unread = new Set(before);
  const hrefs = new Set<string>();
  const sooner = new Set<string>();
  /** With the place of the text in its list; null: of no attachment. */
  const written: (readonly [text: string, markup: number | null, text: number | null])[] = [
    [head?.subject ?? '', null, null],
    [shown.text, null, null],
    ...texts.map((text, index) => [text, null, index] as const),
  ];
  const ofMarkups = new Map<number, readonly string[]>();
  const ofTexts = new Map<number, readonly string[]>();
  let markup = 0;
  for (const [index, html] of [shown.html, ...markups].entries()) {
    const room = MAIL_BOUNDS.markup - markup;
    markup += html.length;
    if (html.length > room) unread.add('too-much-markup');
    if (html === '' || room <= 0) continue;
    const links = linksOfMarkup(html.slice(0, room), parseHtml, MAIL_BOUNDS.links - hrefs.size);
    for (const href of links.hrefs) hrefs.add(href);
    if (!links.isWhole) unread.add(links.isCut ? 'too-many-links' : 'too-deep');
    ofMarkups.set(index - 1, links.hrefs);
    // Written out between the tags, an address is a link in many programs.
    written.push([links.text, index - 1, null]);
  }
  let text = 0;
  let count = 0;
  for (const [piece, inMarkup, inText] of written) {
    const room = MAIL_BOUNDS.text - text;
    text += piece.length;
    if (piece.length > room) unread.add('too-many-bytes');
    if (piece === '' || room <= 0) continue;
    const links = linksWrittenIn(piece.slice(0, room), MAIL_BOUNDS.links - count);
    count += links.hrefs.length;
    for (const href of links.hrefs) hrefs.add(href);
    for (const href of links.sooner) sooner.add(href);
    if (inMarkup !== null) ofMarkups.set(inMarkup, [...(ofMarkups.get(inMarkup) ?? []), ...links.hrefs]);
    if (inText !== null) ofTexts.set(inText, links.hrefs);
    if (!links.isWhole) unread.add('too-many-links');
  }
  for (const href of beside) sooner.add(href);
  const content = {
    from: head?.from ?? '',
    replyTo: head?.replyTo ?? '',
    subject: head?.subject ?? '',
    html: shown.html.slice(0, MAIL_BOUNDS.markup),
    text: shown.text,
    links: [],
    files: namesOf(attachments),
  };
  const facts = factsOfMail(content, null, parseHtml);
  return {
    content: { ...content, links: facts.links },
    shown: head === null ? { ...facts, facts: { ...facts.facts, head: null } } : facts,
    senders,
    authentication: head?.authentication ?? null,
    hrefs: [...hrefs],
    beside: [...sooner].filter((href) => !hrefs.has(href)),
    attachments,
    hrefsOf: parts.partsOf.map((part) => [
      ...new Set([
        ...placesIn(part.markups).flatMap((place) => ofMarkups.get(place) ?? []),
        ...placesIn(part.texts).flatMap((place) => ofTexts.get(place) ?? []),
        ...beside.slice(...part.beside),
      ]),
    ]),
    // Only who looks for codes pays for decoding them.
    pictures: () => [...parts.pictures, ...picturesIn([shown.html, ...markups])],
    cutPictures: parts.cutPictures,
    authenticationResults: parts.authenticationResults,
    unread,
  };
}

/** Those that do most when they are opened come first, as no more than some of many are looked at. */
function namesOf(attachments: readonly MailAttachment[]): readonly string[] {
  const rank = (name: string): number => {
    const { kind, isDisguised } = attachedFile({ name, declaredType: '', realType: null });
    return isDisguised ? -1 : FILE_KINDS.indexOf(kind);
  };
  return attachments
    .flatMap(({ name }) => (name === '' ? [] : { name, rank: rank(name) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
}

function placesIn([from, to]: readonly [number, number]): readonly number[] {
  return Array.from({ length: to - from }, (_, place) => from + place);
}
