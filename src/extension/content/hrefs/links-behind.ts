import { animatedHrefs } from './animated-hrefs.ts';
import { LINK_SELECTOR, isDrawnLink } from './link-destination.ts';
import { percentDecoded } from './percent-decoded.ts';
import { elementOf, findAll, isInside, localName, shadowRootsBehind, treeOf } from '../dom/unclobbered.ts';

/**
 * Links that a click may follow though none is on its path: in a closed shadow root, or drawn by an SVG `use`. No event
 * names the exact link, and browsers read references in their own ways, so all in the tree count. No limit, as a message
 * could hide links beyond it.
 */
export function linksBehind(element: Element): readonly Element[] {
  const tree = localName(element) === 'use' ? treeOf(element) : null;
  return tree !== null
    ? findAll(tree, 'a').filter(isDrawnLink)
    : [...shadowRootsBehind(element)].flatMap((shadow) => findAll(shadow, LINK_SELECTOR));
}

/** Limits drawing of marks; the guard checks all. */
const MAX_USES = 2_000;

/** Where the link is drawn, also by a `use` of a `use`; for marks only. */
export function usesOf(link: Element): readonly Element[] {
  const tree = treeOf(link);
  if (tree === null) return [];
  const uses = findAll(tree, 'use')
    .slice(0, MAX_USES)
    .filter((use) => use instanceof SVGUseElement)
    .flatMap((use) =>
      [use.href.animVal, ...animatedHrefs(use)].flatMap((href) => {
        const target = elementOf(tree, percentDecoded(href.slice(href.indexOf('#') + 1)));
        return target === null ? [] : { use, target };
      }),
    );
  const drawn = new Set<Element>([link]);
  // The loop reads what it adds.
  for (const each of drawn) {
    for (const { use, target } of uses) if (isInside(target, each) || isInside(each, target)) drawn.add(use);
  }
  drawn.delete(link);
  return [...drawn];
}
