import PostalMime, { type Email } from 'postal-mime';
import { fail, ok, type Result } from '../../core/result.ts';
import { linksOfHtml, linksOfText, MAX_LINKS, type MailLink } from '../../node/mail/mail-links.ts';

/** A message as it was submitted; nothing of it outlives the request. */
export type SubmittedMessage =
  | { readonly kind: 'text' | 'html'; readonly content: string }
  /** RFC 5322 with MIME. */
  | { readonly kind: 'raw'; readonly content: Uint8Array };

export interface MessageLinks {
  /** Each href once. */
  readonly hrefs: readonly string[];
  /** False: there are more links than are looked at. */
  readonly isWhole: boolean;
}

/** Links of a message that are checked. */
export const MAX_MESSAGE_LINKS = 1000;

const MIME_LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 << 10 } as const;

/** Finds the links of a message, in its rich text and in its plain text: nobody knows which of them will be shown. */
export async function linksOfMessage(message: SubmittedMessage): Promise<Result<MessageLinks, 'unreadable'>> {
  switch (message.kind) {
    case 'text':
      return ok(linksIn([linksOfText(message.content)]));
    case 'html':
      // Written out between the tags, an address is a link in many programs.
      return ok(linksIn([linksOfHtml(message.content), linksOfText(withoutTags(message.content))]));
    case 'raw': {
      const email = await parseRaw(message.content);
      if (email === null) return fail('unreadable');
      const { html = '', text = '' } = email;
      return ok(linksIn([linksOfHtml(html), linksOfText(text), linksOfText(withoutTags(html))]));
    }
  }
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

function linksIn(parts: readonly (readonly MailLink[])[]): MessageLinks {
  const hrefs = new Set<string>();
  for (const links of parts) for (const { href } of links) hrefs.add(href);
  const isCut = hrefs.size > MAX_MESSAGE_LINKS || parts.some(({ length }) => length >= MAX_LINKS);
  return { hrefs: [...hrefs].slice(0, MAX_MESSAGE_LINKS), isWhole: !isCut };
}

function withoutTags(html: string): string {
  // Stops at the next bracket of either kind, so that a mail full of them is still read once.
  return html.replaceAll(/<[^<>]*>/g, ' ');
}
