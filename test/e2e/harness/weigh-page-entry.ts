import { candidatesIn } from '../../../src/extension/content/recognise/find-by-structure.ts';
import { attributeOf, localName } from '../../../src/extension/content/dom/unclobbered.ts';
import { generic } from '../../../src/extension/content/webmail/generic.ts';
import type { Weighed } from './weigh-page.ts';

/** Runs in the page. */
export function weighPage(): readonly Weighed[] {
  return candidatesIn(document, generic.messageBody, () => false)
    .toSorted((one, other) => other.score - one.score)
    .map(({ element, reasons, score }) => ({
      element: `${localName(element)}.${attributeOf(element, 'class') ?? ''}`,
      score,
      reasons,
    }));
}
