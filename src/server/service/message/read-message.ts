import { ok, type Result } from '../../../core/result.ts';
import type { MailContent } from '../../node/mail/mail-content.ts';
import { factsOfMail, type MailFacts } from '../../node/mail/mail-facts.ts';
import { linksOfMarkup } from './html-links.ts';
import { readMail, type MailParts } from './read-mail.ts';
import { linksWrittenIn } from './written-links.ts';

/** A message as it was submitted; nothing of it outlives the request. */
export type SubmittedMessage =
  | { readonly kind: 'text' | 'html'; readonly content: string }
  /** RFC 5322 with MIME. */
  | { readonly kind: 'raw'; readonly content: Uint8Array };

export interface ReadMessage {
  /** Whom it says it is from, `user@host`; none of what is no mail. */
  readonly senders: readonly string[];
  /** Each href once. */
  readonly hrefs: readonly string[];
  /** The same where a program may end them sooner; they count only if they lead to something listed. */
  readonly sooner: readonly string[];
  /** False: there are more links than are looked at, or a part of it could not be read. */
  readonly isWhole: boolean;
  /** As a webmail would show it; of what is no mail, who sent it is not known. */
  readonly shown: MailFacts;
}

/** Links of a message that are checked. */
export const MAX_MESSAGE_LINKS = 1000;

/**
 * Finds the links of a message, in all that some program shows as text or as a page: nobody knows which will show it.
 * What it says of itself is read as a webmail would show it, as the extension does.
 */
export async function readMessage(message: SubmittedMessage): Promise<Result<ReadMessage, 'unreadable'>> {
  switch (message.kind) {
    case 'text':
      return ok(read({ ...NOTHING, content: { ...EMPTY, text: message.content } }, false));
    case 'html':
      return ok(read({ ...NOTHING, content: { ...EMPTY, html: message.content } }, false));
    case 'raw': {
      const parts = await readMail(message.content);
      return parts.ok ? ok(read(parts.value, true)) : parts;
    }
  }
}

const EMPTY: MailContent = { from: '', replyTo: '', subject: '', links: [], html: '', text: '' };
const NOTHING: Omit<MailParts, 'content'> = { senders: [], markups: [], texts: [], isWhole: true };

function read({ content, senders, markups, texts, isWhole }: MailParts, hasHead: boolean): ReadMessage {
  const rich = [content.html, ...markups].map((html) => linksOfMarkup(html));
  // Written out between the tags, an address is a link in many programs.
  const written = [content.text, ...texts, ...rich.map(({ text }) => text)].map(linksWrittenIn);
  const hrefs = new Set([...rich, ...written].flatMap((links) => links.hrefs));
  const sooner = new Set(written.flatMap((links) => links.sooner.filter((href) => !hrefs.has(href))));
  const { facts, links: shownLinks } = factsOfMail(content, null);
  return {
    senders,
    hrefs: [...hrefs].slice(0, MAX_MESSAGE_LINKS),
    sooner: [...sooner].slice(0, MAX_MESSAGE_LINKS),
    isWhole:
      isWhole &&
      [...rich, ...written].every((links) => links.isWhole) &&
      Math.max(hrefs.size, sooner.size) <= MAX_MESSAGE_LINKS,
    shown: { facts: hasHead ? facts : { ...facts, head: null }, links: shownLinks },
  };
}
