import { withoutEnd } from '../../../core/text/without-ends.ts';
import { parseHtml } from './parse-html.ts';

/** A link of a mail. */
export interface MailLink {
  readonly href: string;
  /** What the reader sees of it; empty for a form. */
  readonly text: string;
  /** `a`, `area`, `form`; `plain` for an address in running text. */
  readonly tag: string;
}

/** More links than this in one mail are not read: no mail has them, and a hostile one must not stop a run. */
const MAX_LINKS = 5000;
const MAX_TEXT_CHARACTERS = 1000;

/** Elements that lead somewhere when they are clicked, and the attribute that says where. */
const LINK_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href', 'xlink:href']],
  ['area', ['href']],
  ['form', ['action']],
]);

/** Names of elements whose content is nothing a reader sees. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'title', 'template']);

/** Links of the HTML part, in order, as the extension finds them in a webmail. */
export function linksOfHtml(html: string): readonly MailLink[] {
  const links: MailLink[] = [];
  let open: { href: string; tag: string; text: string } | null = null;
  let unseen = 0;
  const close = (): void => {
    if (open !== null && links.length < MAX_LINKS) links.push(open);
    open = null;
  };
  parseHtml(html, {
    onopentag(name, attributes) {
      if (UNSEEN.has(name)) unseen++;
      const names = LINK_ATTRIBUTES.get(name);
      const href = names?.map((attribute) => attributes[attribute]).find((value) => value !== undefined);
      if (href === undefined || href.trim() === '') return;
      if (name === 'a') {
        close();
        open = { href, tag: name, text: '' };
      } else if (links.length < MAX_LINKS) {
        links.push({ href, tag: name, text: attributes['alt'] ?? '' });
      }
    },
    ontext(text) {
      if (open !== null && unseen === 0 && open.text.length < MAX_TEXT_CHARACTERS) open.text += text;
    },
    onclosetag(name) {
      if (UNSEEN.has(name) && unseen > 0) unseen--;
      if (name === 'a') close();
    },
  });
  close();
  return links.map(({ href, tag, text }) => ({
    href,
    tag,
    text: text.replaceAll(/\s+/g, ' ').trim(),
  }));
}

/** What webmails turn into links in running text. */
const PLAIN_LINK = /\bhttps?:\/\/[^\s<>"'`{}|\\^]+|\bwww\.[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s<>"'`{}|\\^]*/gi;

const ENDS_OF_SENTENCES = '.,;:!?)]';

/** Addresses in the text part. */
export function linksOfText(text: string): readonly MailLink[] {
  const links: MailLink[] = [];
  for (const [match] of text.matchAll(PLAIN_LINK)) {
    // A full stop or a bracket at the end belongs to the sentence.
    const bare = withoutEnd(match, ENDS_OF_SENTENCES);
    const href = /^https?:/i.test(bare) ? bare : `http://${bare}`;
    links.push({ href, text: bare, tag: 'plain' });
    if (links.length >= MAX_LINKS) break;
  }
  return links;
}
