import PostalMime, { type Email } from 'postal-mime';
import { fail, ok, type Result } from '../../core/result.ts';
import { contentOfEmail, type MailContent } from '../../node/mail/mail-content.ts';
import { factsOfMail, type MailFacts } from '../../node/mail/mail-facts.ts';
import { readHtmlLinks } from '../../node/mail/mail-links.ts';
import { linksWrittenIn } from './written-links.ts';

/** A message as it was submitted; nothing of it outlives the request. */
export type SubmittedMessage =
  | { readonly kind: 'text' | 'html'; readonly content: string }
  /** RFC 5322 with MIME. */
  | { readonly kind: 'raw'; readonly content: Uint8Array };

export interface ReadMessage {
  /** Each href once. */
  readonly hrefs: readonly string[];
  /** The same where a program may end them sooner; they count only if they lead to something listed. */
  readonly sooner: readonly string[];
  /** False: there are more links than are looked at, or its HTML lies deeper than is read. */
  readonly isWhole: boolean;
  /** As a webmail would show it; of what is no mail, who sent it is not known. */
  readonly shown: MailFacts;
}

/** Links of a message that are checked. */
export const MAX_MESSAGE_LINKS = 1000;

const MIME_LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 << 10 } as const;

/**
 * Finds the links of a message, in its rich text and in its plain text: nobody knows which of them will be shown. What
 * it says of itself is read as it would be shown, as the extension does.
 */
export async function readMessage(message: SubmittedMessage): Promise<Result<ReadMessage, 'unreadable'>> {
  switch (message.kind) {
    case 'text':
      return ok(read({ ...NOTHING, text: message.content }, false));
    case 'html':
      return ok(read({ ...NOTHING, html: message.content }, false));
    case 'raw': {
      const email = await parseRaw(message.content);
      return email === null ? fail('unreadable') : ok(read(contentOfEmail(email), true));
    }
  }
}

const NOTHING: MailContent = { from: '', replyTo: '', subject: '', links: [], html: '', text: '' };

function read(content: MailContent, hasHead: boolean): ReadMessage {
  const { html, text } = content;
  // Written out between the tags, an address is a link in many programs.
  const rich = readHtmlLinks(html);
  const written = [linksWrittenIn(text), linksWrittenIn(withoutTags(html))];
  const hrefs = new Set([...rich.links.map(({ href }) => href), ...written.flatMap((links) => links.hrefs)]);
  const sooner = new Set(written.flatMap((links) => links.sooner.filter((href) => !hrefs.has(href))));
  const { facts, links: shownLinks } = factsOfMail(content, null);
  return {
    hrefs: [...hrefs].slice(0, MAX_MESSAGE_LINKS),
    sooner: [...sooner].slice(0, MAX_MESSAGE_LINKS),
    isWhole:
      rich.isWhole &&
      written.every((links) => links.isWhole) &&
      Math.max(hrefs.size, sooner.size) <= MAX_MESSAGE_LINKS,
    shown: { facts: hasHead ? facts : { ...facts, head: null }, links: shownLinks },
  };
}

async function parseRaw(bytes: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(bytes, { ...MIME_LIMITS, attachmentEncoding: 'arraybuffer' });
  } catch (error) {
    // Its parser says by plain errors that a limit is reached.
    if (error instanceof Error) return null;
    throw error;
  }
}

function withoutTags(html: string): string {
  // Stops at the next bracket of either kind, so that a mail full of them is still read once.
  return html.replaceAll(/<[^<>]*>/g, ' ');
}
