import { percentDecoded } from './percent-decoded.ts';
import {
  attributeInNamespace,
  attributeOf,
  elementOf,
  findAll,
  parentElementOf,
  treeOf,
} from '../dom/unclobbered.ts';

const XLINK = 'http://www.w3.org/1999/xlink';

/** All possible values: the animation may start at the click. */
export function animatedHrefs(element: Element): readonly string[] {
  const tree = treeOf(element);
  if (!(tree instanceof Document || tree instanceof ShadowRoot)) return [];
  return findAll(tree, 'set, animate').flatMap((animation) => {
    if (!/^(?:\w+:)?href$/i.test(attributeOf(animation, 'attributeName') ?? '')) return [];
    const of = attributeOf(animation, 'href') ?? attributeInNamespace(animation, XLINK, 'href');
    const target = of === null ? parentElementOf(animation) : elementOf(tree, percentDecoded(of.slice(1)));
    if (target !== element) return [];
    const values = ['from', 'to', 'by', 'values'].map((name) => attributeOf(animation, name) ?? '');
    return values
      .join(';')
      .split(';')
      .flatMap((value) => value.trim() || []);
  });
}
