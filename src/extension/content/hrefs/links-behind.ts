import { animatedHrefs } from './animated-hrefs.ts';
import { LINK_SELECTOR } from './link-destination.ts';
import {
  attributeInNamespace,
  attributeOf,
  closestTo,
  elementOf,
  findAll,
  isMatch,
  localName,
  shadowRootOf,
  treeOf,
} from '../dom/unclobbered.ts';
import { percentDecoded } from './percent-decoded.ts';

const XLINK = 'http://www.w3.org/1999/xlink';

/**
 * Links that a click may follow though none is on its path: drawn by an SVG `use`, or in a closed shadow root. No event
 * names the exact link, so all count. No limit, as a message could hide links beyond it.
 */
export function linksBehind(element: Element): readonly Element[] {
  const links = new Set<Element>();
  const seen = new Set<Element | ShadowRoot>();
  const waiting = [...drawnBy(element)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    const around = next instanceof Element ? closestTo(next, 'a') : null;
    if (around !== null) links.add(around);
    for (const inside of [next, ...findAll(next, '*')]) {
      if (seen.has(inside)) continue;
      seen.add(inside);
      if (!(inside instanceof Element)) continue;
      if (isMatch(inside, LINK_SELECTOR)) links.add(inside);
      waiting.push(...drawnBy(inside));
    }
  }
  return [...links];
}

/** What is rendered in the element's place, from another tree. */
function drawnBy(element: Element): readonly (Element | ShadowRoot)[] {
  const shadow = shadowRootOf(element);
  if (shadow !== null) return [shadow];
  return localName(element) === 'use' ? targetsOf(element) : [];
}

function targetsOf(use: Element): readonly Element[] {
  const tree = treeOf(use);
  if (!(tree instanceof Document || tree instanceof ShadowRoot)) return [];
  const hrefs = [attributeOf(use, 'href'), attributeInNamespace(use, XLINK, 'href'), ...animatedHrefs(use)];
  return hrefs.flatMap((href) => {
    const at = href?.indexOf('#') ?? -1;
    return href === null || at < 0 ? [] : (elementOf(tree, percentDecoded(href.slice(at + 1))) ?? []);
  });
}

/** Limits drawing of marks; the guard checks all. */
const MAX_USES = 2_000;

export function usesOf(link: Element): readonly Element[] {
  const tree = treeOf(link);
  if (!(tree instanceof Document || tree instanceof ShadowRoot)) return [];
  return findAll(tree, 'use')
    .slice(0, MAX_USES)
    .filter((use) => linksBehind(use).includes(link));
}
