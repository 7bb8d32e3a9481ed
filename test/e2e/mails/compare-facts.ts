import {
  MAX_LABEL_LENGTH,
  type MessageFacts,
  type MessageLink,
} from '../../../src/core/evidence/message-facts.ts';
import type { MailFacts } from '../../../src/core/mail/shown/mail-facts.ts';
import { renderHtml } from '../../../src/core/mail/shown/rendered-mail.ts';
import { parseHtml } from '../../../src/core/mail/content/parse-html.ts';

/** A mail as it is delivered. */
export interface ProductMail {
  readonly id: string;
  /** RFC 5322. */
  readonly source: string;
}

/** What a frame told of a message, with the links that it asked about. */
export interface SeenMail {
  readonly facts: MessageFacts;
  readonly links: readonly MessageLink[];
}

/** A part of a message of which two accounts differ. */
export interface Difference {
  readonly part: string;
  readonly expected: unknown;
  readonly seen: unknown;
  /** What the webmail itself did, where the two are the same but for that. */
  readonly byWebmail?: string;
}

/** What a file says of a mail, read twice. */
export interface ReadMail {
  readonly facts: MailFacts;
  /** Of the mail with its markup put in order as the HTML standard asks of browsers. */
  readonly inOrder: MailFacts;
  /** The message's own, empty if it has none. */
  readonly html: string;
}

/** In which parts two accounts of a message differ; empty if they are the same. */
export function differencesOf(file: ReadMail, told: SeenMail): readonly Difference[] {
  const expected = asRead(file.facts);
  const inOrder = asRead(file.inOrder);
  const seen = asRead(told);
  const titles = titlesOf(file.html);
  return PARTS.flatMap(([part, of]): readonly Difference[] => {
    const difference = { part, expected: of(expected), seen: of(seen) };
    if (isSame(difference.expected, difference.seen)) return [];
    const cause =
      causeOf([expected, seen], part, of, titles) ??
      (areSame([inOrder, seen], of) || causeOf([inOrder, seen], part, of, titles) !== null
        ? 'broken markup is read as browsers read it'
        : null);
    return [{ ...difference, ...(cause === null ? {} : { byWebmail: cause }) }];
  });
}

/** What makes the difference, so that without it both are the same; null if nothing known does. */
function causeOf(both: Both, part: string, of: Part, titles: readonly string[]): string | null {
  const candidates = CHANGES.filter(({ parts }) => parts.includes(part));
  const change = candidates.find(({ undone }) => areSame(undone(both, titles), of));
  if (change !== undefined) return change.name;
  const all = candidates.reduce<Both>((done, { undone }) => undone(done, titles), both);
  return areSame(all, of) ? 'several of these' : null;
}

type Part = (each: SeenMail) => unknown;

const PARTS: readonly (readonly [string, Part])[] = [
  ['name', ({ facts }) => plain(facts.head?.name)],
  ['address', ({ facts }) => facts.head?.address ?? null],
  ['reply-to', ({ facts }) => facts.head?.replyTo ?? null],
  ['subject', ({ facts }) => plain(facts.head?.subject)],
  ['text', ({ facts }) => plain(facts.body?.text)],
  ['quote', ({ facts }) => facts.body?.hasQuote],
  ['password', ({ facts }) => facts.body?.asksPassword],
  ['alts', ({ facts }) => facts.body?.alts.map(plain).sort()],
  ['links', ({ links }) => links.map(({ href }) => href).sort()],
  ['link texts', ({ links }) => links.map(({ text }) => plain(text)).sort()],
];

/**
 * Each address once, as a browser writes it, with what stands on it where it stands first: that is what evidence reads,
 * wherever the words came with the link or beside it.
 */
function asRead({ facts, links }: SeenMail): SeenMail {
  const texts = new Map<number, string>();
  for (const { href, text } of facts.body?.links ?? []) {
    const first = text ?? links[href]?.text;
    if (first !== undefined && !texts.has(href)) texts.set(href, first);
  }
  const read = new Map<string, MessageLink>();
  for (const [number, link] of links.entries()) {
    const href = URL.parse(link.href)?.href ?? link.href;
    const text = (texts.get(number) ?? link.text).slice(0, MAX_LABEL_LENGTH);
    if (!read.has(href)) read.set(href, { ...link, href, text });
  }
  return { facts, links: [...read.values()] };
}

/** What stands in the title elements of a message; one that nobody ends goes on to the end. */
function titlesOf(html: string): readonly string[] {
  const found = [...html.matchAll(/<title[^>]*>(.*?)(?:<\/title|$)/gis)];
  return found
    .map(([, title = '']) => plain(renderHtml(title, parseHtml).body.text))
    .filter((title) => title !== '');
}

function areSame([one, other]: Both, of: Part): boolean {
  return isSame(of(one), of(other));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a webmail changes of a message before anybody sees it, and both accounts as if it had not. */
interface WebmailChange {
  readonly name: string;
  readonly parts: readonly string[];
  readonly undone: (both: Both, titles: readonly string[]) => Both;
}

const CHANGES: readonly WebmailChange[] = [
  {
    // Roundcube, program/actions/mail/index.php: "phishing email prevention".
    name: 'a name with an @ is left out',
    parts: ['name'],
    undone: ([expected, seen]) => {
      const isLeftOut = /[@＠﹫]/u.test(expected.facts.head?.name ?? '') && seen.facts.head?.name === '';
      return [isLeftOut ? seen : expected, seen];
    },
  },
  {
    name: 'a sender that is no mailbox is shown as it is written',
    parts: ['name'],
    undone: ([expected, seen]) => {
      const { head } = seen.facts;
      if (head?.name == null || expected.facts.head?.address !== null) return [expected, seen];
      const name = head.name.replace(/\s*<[^<>]*>?$/, '');
      return [expected, { ...seen, facts: { ...seen.facts, head: { ...head, name } } }];
    },
  },
  {
    name: 'a link that writes a mail is a button of the webmail’s own, with the address alone',
    parts: ['links', 'link texts'],
    undone: (both) => withLinks(both, bareMailto),
  },
  {
    name: 'an address in plain text is made a link',
    parts: ['links', 'link texts'],
    undone: (both) =>
      withLinks(both, (link) => (link.href === `mailto:${link.text}` ? null : bareMailto(link))),
  },
  {
    name: 'an address without https:// is completed',
    parts: ['links', 'link texts'],
    undone: (both) => withLinks(both, (link) => ({ ...link, href: completed(link.href) })),
  },
  {
    name: 'an address that is none, as a placeholder, is left out',
    parts: ['links', 'link texts'],
    undone: (both) =>
      withLinks(both, (link) => (/^[{[<]|^mailto:[^?]*@[^?]*%/i.test(link.href) ? null : link)),
  },
  {
    name: 'the rest of a broken tag is shown',
    parts: ['text', 'link texts'],
    undone: (both) => {
      const without = (text: string): string => text.replaceAll(/(?:[\w:-]*=""\s*)+>/g, '');
      return sameLength(
        withLinks(withTexts(both, without), (link) => ({ ...link, text: without(link.text) })),
      );
    },
  },
  {
    name: 'the text of a title is shown',
    parts: ['text'],
    undone: (both, titles) =>
      sameLength(
        withTexts(both, (text) => titles.reduce((rest, title) => rest.replace(title, ''), plain(text))),
      ),
  },
  {
    name: 'marks of quoted lines are drawn',
    parts: ['text'],
    undone: (both) => sameLength(withTexts(both, (text) => text.replaceAll(/(?<=^|\s)(?:>\s*)+/g, ''))),
  },
  {
    // The rest differs by what was cut off: other signs stand for a character, or one stands for several.
    name: 'another length of the same text, which is cut',
    parts: ['text'],
    undone: sameLength,
  },
];

type Both = readonly [SeenMail, SeenMail];

function withLinks([one, other]: Both, change: (link: MessageLink) => MessageLink | null): Both {
  const changed = ({ facts, links }: SeenMail): SeenMail => {
    const kept = new Map<string, MessageLink>();
    for (const link of links) {
      const as = change(link);
      if (as !== null && !kept.has(as.href)) kept.set(as.href, as);
    }
    return { facts, links: [...kept.values()] };
  };
  return [changed(one), changed(other)];
}

function bareMailto(link: MessageLink): MessageLink {
  if (!/^mailto:/i.test(link.href)) return link;
  const [written = ''] = link.href.slice(7).split('?');
  // `Name<user@host>`: only what is in the brackets is an address.
  const address = (written.split(/%3C|</i).at(-1) ?? '').toLowerCase();
  return {
    ...link,
    href: `mailto:${address
      .replaceAll(/%3C|%3E|[<>]/gi, '')
      .replaceAll(/%2B/gi, '+')
      .trim()}`,
    text: '',
  };
}

/** `//host/path`: which of http and https is for the webmail to choose. */
function completed(href: string): string {
  const address = href.replace(/^(?:https?:)?\/\/|^(?![a-z][a-z\d+.-]*:|[/#?{[<])/i, '//');
  return address.startsWith('//') ? (URL.parse(`http:${address}`)?.href.slice(5) ?? address) : address;
}

function withTexts([one, other]: Both, change: (text: string) => string): Both {
  const changed = (each: SeenMail): SeenMail => {
    const { body } = each.facts;
    return body === null
      ? each
      : { ...each, facts: { ...each.facts, body: { ...body, text: plain(change(body.text)) } } };
  };
  return [changed(one), changed(other)];
}

/** Both cut to the shorter, where they are as long as a text may be. */
function sameLength(both: Both): Both {
  const lengths = both.map(({ facts }) => plain(facts.body?.text).length);
  const wasCut = both.some(({ facts }) => (facts.body?.end ?? '') !== '');
  // A text of another length for any other reason is another text.
  const length = wasCut && Math.min(...lengths) > 1_200 ? Math.min(...lengths) : Infinity;
  return withTexts(both, (text) => plain(text).slice(0, length));
}

/** Without what a webmail or a browser is free to write otherwise: Roundcube makes straight quotes and three full stops of others. */
function plain(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFC')
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll('…', '...')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
