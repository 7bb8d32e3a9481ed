import { frameElementOf, sourceOf } from '../dom/frame-element.ts';
import {
  attributeOf,
  findAll,
  isInside,
  isRendered,
  rootElement,
  shadowRootsIn,
} from '../dom/unclobbered.ts';
import { candidatesIn, StructureSearch, type Candidate } from './find-by-structure.ts';
import { reasonsOfFrame, scoreOf } from './message-score.ts';
import { isOwn, leavesSite, linksOutside } from './off-site.ts';

/** On larger pages shadow roots are not searched for. */
const MAX_SEARCHED = 5_000;

const search = new StructureSearch();

export interface UnknownPage {
  /** @param named - selector of elements named like bodies */
  readonly bodies: (named: string, isEditor: (element: Element) => boolean) => readonly Element[];
  /** Milliseconds until the next search. */
  readonly searchDueIn: () => number;
  readonly leavesSite: (element: Element) => boolean;
  readonly isOwn: (href: string) => boolean;
  readonly linksOutside: typeof linksOutside;
  /** Frames of opaque origin outside these bodies. */
  readonly sealedFrames: (bodies: readonly Element[]) => readonly Element[];
}

export const unknownPage: UnknownPage = {
  bodies,
  searchDueIn: () => search.dueIn,
  leavesSite,
  isOwn,
  linksOutside,
  sealedFrames,
};

function bodies(named: string, isEditor: (element: Element) => boolean): readonly Element[] {
  return search.bodies(() => {
    const root = rootElement();
    const roots = root === null ? [] : [document, ...shadowRootsIn(root, MAX_SEARCHED)];
    return [...ofFrame(isEditor), ...roots.flatMap((root) => candidatesIn(root, named, isEditor))];
  });
}

/** A same-site frame may hold one message. */
function ofFrame(isEditor: (element: Element) => boolean): readonly Candidate[] {
  const [element] = window === window.top ? [] : findAll(document, ':root > body');
  if (element === undefined || isEditor(element)) return [];
  const reasons = reasonsOfFrame(frameElementOf(window), element);
  return [{ element, reasons, score: scoreOf(reasons) }];
}

function sealedFrames(bodies: readonly Element[]): readonly Element[] {
  return findAll(document, 'iframe').filter(
    (frame) => isSealed(frame) && isRendered(frame) && !bodies.some((body) => isInside(body, frame)),
  );
}

/** Opaque origin. */
function isSealed(frame: Element): boolean {
  const allowed = attributeOf(frame, 'sandbox')?.toLowerCase().split(/\s+/);
  return allowed?.includes('allow-same-origin') === false || sourceOf(frame).startsWith('data:');
}
