import {
  MAX_ALTS,
  MAX_END_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_SIGHTINGS,
  MAX_TEXT_LENGTH,
  type BodyFacts,
  type LinkSighting,
  type MessageLink,
} from '../../evidence/message-facts.ts';
import { withoutEnd } from '../../text/without-ends.ts';
import type { MailContent } from '../content/mail-content.ts';
import type { ParseMarkup } from '../content/mail-tools.ts';
import { mergeVisibility, sheetVisibility, visibilityOf, type StyleVisibility } from './style-visibility.ts';

export interface RenderedBody {
  readonly links: readonly MessageLink[];
  readonly body: BodyFacts;
}

/** Real mail has fewer links; a hostile mail must not stop an evaluation of many mails. */
const MAX_LINKS = 5_000;
/** The limit of `protocol/link-messages.ts`, in UTF-16 units after collapsing white space. */
const MAX_LINK_TEXT = 2_000;
const MAX_RAW_LINK_TEXT = 20 * MAX_LINK_TEXT;
/** Characters of visible text, before it is cut to beginning and end. */
const MAX_TEXT = 200_000;

const LINK_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href', 'xlink:href']],
  ['area', ['href']],
  ['form', ['action']],
]);

const UNSEEN = new Set(['script', 'style', 'title', 'template', 'noscript', 'textarea', 'select']);
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Inline elements; other elements separate their text from the text around. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i img ins kbd label mark o:p q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** As in `content/link-destination.ts`: links that lead to no web page, or into the message. */
const NOT_A_PAGE =
  /^(?:#|$|(?:tel|sms|mms|callto|facetime|facetime-audio|geo|maps|cid|mid|webcal|xmpp|sip|sips):)/i;

/** Classes that webmails give to quotes, besides `blockquote`. */
const QUOTE_NAMES = /\b(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|tutanota_quote)\b/;
const QUOTE_IDS = /divRplyFwdMsg|appendonsend/i;

interface OpenLink {
  readonly href: string;
  readonly tag: string;
  readonly isQuoted: boolean;
  text: string;
  alts: string[];
  hasPicture: boolean;
}

interface OpenElement {
  readonly name: string;
  readonly isUnseen: boolean;
  readonly isQuote: boolean;
  /** Inherited, but elements inside may be visible again. */
  readonly isInvisible: boolean;
  readonly isTiny: boolean;
}

export function renderHtml(html: string, parseHtml: ParseMarkup): RenderedBody {
  const sheet = sheetVisibility(html);
  const links: OpenLink[] = [];
  const alts: string[] = [];
  const stack: OpenElement[] = [];
  let unseen = 0;
  let quotes = 0;
  let hasQuote = false;
  let asksPassword = false;
  let text = '';
  let anchor: OpenLink | null = null;

  const pop = (): void => {
    const last = stack.pop();
    if (last === undefined) return;
    if (last.isUnseen) unseen--;
    if (last.isQuote) quotes--;
    if (!INLINE.has(last.name)) text += ' ';
    if (last.name === 'a') anchor = null;
  };
  function picture(attributes: Readonly<Record<string, string>>): void {
    const alt = tidy(attributes['alt'] ?? '');
    // Tracking pixels are no pictures.
    if (/^[012](?:px)?$/.test(attributes['width'] ?? '') && /^[012](?:px)?$/.test(attributes['height'] ?? ''))
      return;
    if (anchor === null) {
      if (alt !== '' && alts.length < MAX_ALTS) alts.push(alt.slice(0, MAX_LABEL_LENGTH));
      return;
    }
    anchor.hasPicture = true;
    if (alt !== '') anchor.alts.push(alt);
  }
  parseHtml(html, {
    onopentag(name, attributes) {
      if (!INLINE.has(name)) text += ' ';
      const sight = mergeVisibility(visibilityOf(attributes['style'] ?? ''), sheet.of(attributes));
      const isUnseen = UNSEEN.has(name) || isLeftOut(attributes, sight);
      const isInvisible = sight.isInvisible ?? stack.at(-1)?.isInvisible ?? false;
      const isTiny = sight.isTiny ?? stack.at(-1)?.isTiny ?? false;
      if (name === 'a') anchor = null;
      const link = linkOf(name, attributes, quotes > 0);
      if (link !== null && links.length < MAX_LINKS) {
        links.push(link);
        if (name === 'a') anchor = link;
      }
      if (name === 'input' && /^\s*password\s*$/i.test(attributes['type'] ?? '')) asksPassword = true;
      if (name === 'img' && unseen === 0 && !isUnseen && !isInvisible) picture(attributes);
      if (VOID.has(name)) return;
      const isQuote =
        name === 'blockquote' ||
        QUOTE_NAMES.test(attributes['class'] ?? '') ||
        QUOTE_IDS.test(attributes['id'] ?? '');
      stack.push({ name, isUnseen, isQuote, isInvisible, isTiny });
      if (isUnseen) unseen++;
      if (isQuote) {
        quotes++;
        hasQuote = true;
      }
    },
    ontext(piece) {
      const around = stack.at(-1);
      const isCode = around !== undefined && UNSEEN.has(around.name);
      if (anchor !== null && !isCode && anchor.text.length < MAX_RAW_LINK_TEXT) anchor.text += piece;
      const isSeen = unseen === 0 && around?.isInvisible !== true && around?.isTiny !== true;
      if (isSeen && text.length < MAX_TEXT) text += piece;
    },
    onclosetag(name) {
      if (VOID.has(name)) return;
      if (!stack.some((element) => element.name === name)) return;
      while (stack.length > 0 && stack.at(-1)?.name !== name) pop();
      pop();
    },
  });
  return assemble(links, tidy(text), { alts, hasQuote, asksPassword });
}

function isLeftOut(attributes: Readonly<Record<string, string>>, sight: StyleVisibility): boolean {
  return (sight.isLeftOut ?? 'hidden' in attributes) || sight.isTransparent === true;
}

function linkOf(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  isQuoted: boolean,
): OpenLink | null {
  const names = LINK_ATTRIBUTES.get(tag);
  const href = names?.map((name) => attributes[name]).find((value) => value !== undefined);
  if (href === undefined || NOT_A_PAGE.test(href.trim())) return null;
  const isArea = tag === 'area';
  return { href, tag, isQuoted, text: isArea ? (attributes['alt'] ?? '') : '', alts: [], hasPicture: isArea };
}

/** Lists each href once, with each place where it occurs. */
function assemble(
  found: readonly OpenLink[],
  text: string,
  rest: Pick<BodyFacts, 'alts' | 'hasQuote' | 'asksPassword'>,
): RenderedBody {
  const numbers = new Map<string, number>();
  const links: MessageLink[] = [];
  const sightings: LinkSighting[] = [];
  for (const { href, tag, isQuoted, text: raw, alts, hasPicture } of found) {
    const own = tidy(raw).slice(0, MAX_LINK_TEXT);
    const shown = own === '' ? alts.join(' ') : own;
    const known = numbers.get(href);
    const number = known ?? links.length;
    if (known === undefined) {
      numbers.set(href, number);
      links.push({ href, text: shown, tag });
    }
    if (sightings.length >= MAX_SIGHTINGS) continue;
    sightings.push({
      href: number,
      ...(shown === links[number]?.text ? {} : { text: shown.slice(0, MAX_LABEL_LENGTH) }),
      ...(hasPicture ? { alt: (alts[0] ?? '').slice(0, MAX_LABEL_LENGTH) } : {}),
      ...(isQuoted ? { isQuoted: true } : {}),
    });
  }
  return { links, body: { ...beginningAndEnd(text), ...rest, links: sightings } };
}

function beginningAndEnd(text: string): Pick<BodyFacts, 'text' | 'end'> {
  const rest = text.slice(MAX_TEXT_LENGTH);
  return { text: text.slice(0, MAX_TEXT_LENGTH), end: rest.slice(-MAX_END_LENGTH) };
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** For mails of which only the links are stored. */
export function renderLinks(links: MailContent['links']): RenderedBody {
  const found = links.map((link): OpenLink => ({ ...link, isQuoted: false, alts: [], hasPicture: false }));
  return assemble(found, '', { alts: [], hasQuote: false, asksPassword: false });
}

const PLAIN_LINK = /\bhttps?:\/\/[^\s<>"'`{}|\\^]+|\bwww\.[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s<>"'`{}|\\^]*/gi;

function* linesWithAddresses(text: string): Generator<string> {
  const sign = /:\/\/|www\./gi;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const start = text.lastIndexOf('\n', found.index) + 1;
    const next = text.indexOf('\n', found.index);
    const end = next === -1 ? text.length : next;
    yield text.slice(start, end);
    sign.lastIndex = end;
  }
}

function hasQuotedLine(text: string): boolean {
  for (let at = text.indexOf('>'); at !== -1; at = text.indexOf('>', at + 1)) {
    let start = at;
    while (start > 0 && text[start - 1] !== '\n' && /\s/.test(text.charAt(start - 1))) start--;
    if (start === 0 || text[start - 1] === '\n') return true;
  }
  return false;
}

/** Renders as webmails do: addresses become links, lines with `>` are quotes. */
export function renderText(text: string): RenderedBody {
  const found: OpenLink[] = [];
  for (const line of linesWithAddresses(text)) {
    const isQuoted = line.trimStart().startsWith('>');
    for (const [match] of line.matchAll(PLAIN_LINK)) {
      if (found.length >= MAX_LINKS) break;
      const bare = withoutEnd(match, '.,;:!?)]');
      const href = /^https?:/i.test(bare) ? bare : `http://${bare}`;
      found.push({ href, tag: 'a', isQuoted, text: bare, alts: [], hasPicture: false });
    }
  }
  const hasQuote = hasQuotedLine(text);
  return assemble(found, tidy(text.slice(0, MAX_TEXT)), { alts: [], hasQuote, asksPassword: false });
}
