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

export type SubmittedMessage =
  | { readonly kind: 'text' | 'html'; readonly content: string }
  /** A mail with its header (RFC 5322, MIME). */
  | { readonly kind: 'raw'; readonly content: Uint8Array }
  /** A single file. Its type and name are trusted, as by mail programs. */
  | { readonly kind: 'file'; readonly name: string; readonly type: string; readonly content: Uint8Array };

export interface ReadMessage {
  /** The message as a webmail shows it. */
  readonly content: MailContent;
  /** The facts as a webmail's frame would send them. */
  readonly shown: MailFacts;
  /** `user@host`; none if the message is no mail. */
  readonly senders: readonly string[];
  /** Results of the topmost `Authentication-Results`. */
  readonly authentication: Authentication | null;
  /** Distinct links from everything that some program shows. */
  readonly hrefs: readonly string[];
  /**
   * Links that count only if listed: addresses in text, cut earlier than in `hrefs`; links in PDF files; links for
   * unsubscribing in the header.
   */
  readonly beside: readonly string[];
  readonly attachments: readonly MailAttachment[];
  /** Each attachment's links, in the order of `attachments`; `hrefs` and `beside` have them too. */
  readonly hrefsOf: readonly (readonly string[])[];
  /** PNG, JPEG, GIF and WebP, unchanged. */
  readonly pictures: () => readonly MailPicture[];
  readonly cutPictures: number;
  /** Topmost first; anybody can write them. */
  readonly authenticationResults: readonly AuthenticationResults[];
  /** Why parts were skipped; empty if none was. */
  readonly unread: ReadonlySet<UnreadReason>;
}

/**
 * Finds links in everything that some program shows, because the reader's program is unknown. Other facts are as a
 * webmail shows them. Never throws.
 */
export async function readMessage(
  message: SubmittedMessage,
  tools: MailTools,
): Promise<Result<ReadMessage, 'unreadable'>> {
  switch (message.kind) {
    case 'text':
      return ok(findLinks({ ...NOTHING, shown: { html: '', text: message.content } }, tools));
    case 'html':
      return ok(findLinks({ ...NOTHING, shown: { html: message.content, text: '' } }, tools));
    case 'raw': {
      const parts = await readMail(message.content, tools);
      return parts.ok ? ok(findLinks(parts.value, tools)) : parts;
    }
    case 'file':
      return ok(findLinks({ head: null, ...(await readFile(message, tools)) }, tools));
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

function findLinks(
  { head, shown, senders, markups, texts, beside, attachments, unread: before, ...parts }: Parts,
  { parseHtml }: MailTools,
): ReadMessage {
  const unread = new Set(before);
  const hrefs = new Set<string>();
  const sooner = new Set<string>();
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
    // Decodes only when called, since few callers need pictures.
    pictures: () => [...parts.pictures, ...picturesIn([shown.html, ...markups])],
    cutPictures: parts.cutPictures,
    authenticationResults: parts.authenticationResults,
    unread,
  };
}

/** Most dangerous first, because `factsOfMail` keeps only `MAX_FILES` names. */
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
