import { LINK_SELECTOR } from './link-destination.ts';
import {
  attributeInNamespace,
  attributeOf,
  closestTo,
  findAll,
  localName,
  shadowRootOf,
  treeOf,
} from './unclobbered.ts';
import { percentDecoded } from './percent-decoded.ts';

/** Elements that stand for others, one in another, are followed so many times: a message may nest them for ever. */
const MAX_STEPS = 200;

const XLINK = 'http://www.w3.org/1999/xlink';

/**
 * Links that a click on an element may follow though it is none and has none around it: those of what an SVG `use`
 * draws again, and those in a closed shadow root. No event names them in its path, so all of them are meant.
 */
export function linksBehind(element: Element): readonly Element[] {
  const links = new Set<Element>();
  const seen = new Set<Element | ShadowRoot>();
  const waiting: (Element | ShadowRoot)[] = [...drawnBy(element)];
  for (let next = waiting.pop(); next !== undefined && seen.size < MAX_STEPS; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const around = next instanceof Element ? closestTo(next, 'a') : null;
    if (around !== null) links.add(around);
    for (const link of findAll(next, LINK_SELECTOR)) links.add(link);
    for (const inside of findAll(next, '*').slice(0, MAX_STEPS)) waiting.push(...drawnBy(inside));
    if (next instanceof Element) waiting.push(...drawnBy(next));
  }
  return [...links];
}

/** What is seen where the element is, and is not in its own tree. */
function drawnBy(element: Element): readonly (Element | ShadowRoot)[] {
  const shadow = shadowRootOf(element);
  if (shadow !== null) return [shadow];
  const target = localName(element) === 'use' ? targetOf(element) : null;
  return target === null ? [] : [target];
}

/** What a `use` draws: an element of the same document, by its id. */
function targetOf(use: Element): Element | null {
  const href = attributeOf(use, 'href') ?? attributeInNamespace(use, XLINK, 'href') ?? '';
  const at = href.indexOf('#');
  const tree = treeOf(use);
  if (at < 0 || !(tree instanceof Document || tree instanceof ShadowRoot)) return null;
  return findAll(tree, `[id="${CSS.escape(percentDecoded(href.slice(at + 1)))}"]`)[0] ?? null;
}

/** The `use` elements of a document that draw this link, nearest to its beginning first. */
export function usesOf(link: Element): readonly Element[] {
  const tree = treeOf(link);
  if (!(tree instanceof Document || tree instanceof ShadowRoot)) return [];
  return findAll(tree, 'use')
    .slice(0, MAX_STEPS)
    .filter((use) => linksBehind(use).includes(link));
}
