import { frameElementOf } from '../frame-element.ts';
import { findAll, rootElement, shadowRootsIn } from '../unclobbered.ts';
import { candidatesIn, StructureSearch, type Candidate } from './find-by-structure.ts';
import { reasonsOfFrame, scoreOf } from './message-score.ts';

/** Pages with more elements than this are not searched for shadow roots: each element has to be looked at. */
const MAX_SEARCHED = 5_000;

const search = new StructureSearch();

/** The messages of a page, or frame, of which nothing is known. */
export function bodiesOfUnknownPage(
  named: string,
  isEditor: (element: Element) => boolean,
): readonly Element[] {
  return search.bodies(() => {
    const root = rootElement();
    const roots = root === null ? [] : [document, ...shadowRootsIn(root, MAX_SEARCHED)];
    return [...ofFrame(isEditor), ...roots.flatMap((root) => candidatesIn(root, named, isEditor))];
  });
}

/** A frame of the page's own site may be made for one message. */
function ofFrame(isEditor: (element: Element) => boolean): readonly Candidate[] {
  const [element] = window === window.top ? [] : findAll(document, ':root > body');
  if (element === undefined || isEditor(element)) return [];
  const reasons = reasonsOfFrame(frameElementOf(window), element);
  return [{ element, reasons, score: scoreOf(reasons) }];
}

/** Milliseconds until such a page is searched again if it is asked for. */
export function searchDueIn(): number {
  return search.dueIn;
}

/** What the last search has weighed, best first. */
export function lastCandidates(): readonly Candidate[] {
  return search.candidates;
}
