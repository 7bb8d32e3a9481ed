import {
  MAX_ALTS,
  MAX_LABEL_LENGTH,
  MAX_SIGHTINGS,
  type BodyFacts,
  type LinkSighting,
} from '../../../core/evidence/message-facts.ts';
import type { SentLink } from '../links/link-checker.ts';
import type { FoundLink } from '../links/found-link.ts';
import { linkTextOf } from '../links/link-text.ts';
import { attributeOf, closestTo, findAll, isRendered } from '../dom/unclobbered.ts';
import { visibleText } from './visible-text.ts';

const QUOTE =
  'blockquote, [class*="gmail_quote" i], [class*="yahoo_quoted" i], [class*="moz-cite-prefix" i], [id*="divRplyFwdMsg" i], [id*="appendonsend" i]';

export function bodyFacts(
  body: Element,
  links: readonly FoundLink[],
  sentLink: (link: FoundLink) => SentLink | undefined,
): BodyFacts {
  return {
    ...visibleText(body),
    hasQuote: findAll(body, QUOTE).length > 0,
    // Only images outside links. An anchor without a destination is no link.
    alts: findAll(body, 'img[alt]:not(a[href]:not([href^="#"]) img)')
      .map((image) => labelOf(attributeOf(image, 'alt')))
      .filter((alt) => alt !== '')
      .slice(0, MAX_ALTS),
    asksPassword: findAll(body, 'input[type="password" i]').length > 0,
    links: seenFirst(links).flatMap((link) => {
      const asked = sentLink(link);
      return asked === undefined ? [] : [sightingOf(link, asked)];
    }),
  };
}

/** Keeps at most `MAX_SIGHTINGS` links, preferring rendered ones, in tree order. */
function seenFirst(links: readonly FoundLink[]): readonly FoundLink[] {
  if (links.length <= MAX_SIGHTINGS) return links;
  const seen = new Set(links.filter(({ element }) => isRendered(element)).slice(0, MAX_SIGHTINGS));
  let room = MAX_SIGHTINGS - seen.size;
  return links.filter((link) => seen.has(link) || (!isRendered(link.element) && room-- > 0));
}

function sightingOf(link: FoundLink, { number, text }: SentLink): LinkSighting {
  const { element, isCode } = link;
  const shown = linkTextOf(link);
  // A code's element is the picture.
  const pictures = isCode === true ? [element] : findAll(element, 'img');
  return {
    href: number,
    ...(shown === text ? {} : { text: labelOf(shown) }),
    ...(pictures.length === 0
      ? {}
      : { alt: labelOf(pictures.map((picture) => attributeOf(picture, 'alt') ?? '').join(' ')) }),
    ...(closestTo(element, QUOTE) === null ? {} : { isQuoted: true }),
  };
}

function labelOf(text: string | null): string {
  return (text ?? '')
    .slice(0, 10 * MAX_LABEL_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LABEL_LENGTH);
}
