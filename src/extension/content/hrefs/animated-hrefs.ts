import { attributeOf, findAll } from '../dom/unclobbered.ts';

/**
 * All values that animations in the tree give to any `href`, as they may start at the click. Which link they animate is
 * not asked: browsers read prefixes and references in their own ways.
 */
export function animatedHrefs(tree: Document | ShadowRoot | Element): ReadonlySet<string> {
  const animations = findAll(tree, 'set, animate').filter((animation) =>
    /(?:^|:)href\s*$/i.test(attributeOf(animation, 'attributeName') ?? ''),
  );
  const values = animations.flatMap((animation) =>
    ['from', 'to', 'by', 'values'].flatMap((name) => attributeOf(animation, name)?.split(';') ?? []),
  );
  return new Set(values.flatMap((value) => value.trim() || []));
}
