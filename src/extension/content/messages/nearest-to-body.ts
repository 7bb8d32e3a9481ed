import { boxOf, closestTo, findAll, isInside, parentElementOf, positionTo } from '../dom/unclobbered.ts';
import type { WebmailAdapter } from '../webmail/webmail-adapter.ts';

export interface Around {
  readonly page: Document;
  /** The body or its frame. */
  readonly standIn: Element;
  /** Other messages' bodies or frames. */
  readonly others: readonly Element[];
}

/**
 * In the message element, the first visible match: recipients look alike but follow. Elsewhere, the last one before the
 * body, as headers precede bodies in a thread. Matches inside bodies are the sender's and don't count.
 */
export function nearest(
  selector: string,
  around: Around,
  adapter: WebmailAdapter,
  counts: (match: Element) => boolean = () => true,
): Element | null {
  const { page, standIn } = around;
  if (adapter.name === 'generic') return lastBefore(nearestBlock(selector, around, adapter, counts), standIn);
  const holder = adapter.message === undefined ? null : closestTo(standIn, adapter.message);
  for (const scope of holder === null ? [page] : [holder, page]) {
    const matches = matchesIn(scope, selector, around, adapter).filter(counts);
    const before = matches.filter((match) => isBefore(match, standIn));
    const first = scope === holder ? innermost(before.find(isDrawn) ?? before[0], before) : undefined;
    const found = first ?? lastBefore(matches, standIn);
    if (found !== null) return found;
  }
  return null;
}

/** Empty if matches could belong to another message. */
export function matchesAround(selector: string, around: Around, adapter: WebmailAdapter): readonly Element[] {
  const { page, standIn, others } = around;
  const isOwn = (match: Element): boolean => !isInside(match, standIn);
  if (adapter.name === 'generic') return nearestBlock(selector, around, adapter, isOwn);
  const holder = adapter.message === undefined ? null : closestTo(standIn, adapter.message);
  if (holder === null && others.length > 0) return [];
  return matchesIn(holder ?? page, selector, around, adapter).filter(isOwn);
}

function lastBefore(matches: readonly Element[], standIn: Element): Element | null {
  return matches.findLast((match) => isBefore(match, standIn)) ?? matches[0] ?? null;
}

function matchesIn(
  scope: Document | Element,
  selector: string,
  { page, standIn }: Around,
  { messageBody }: WebmailAdapter,
): readonly Element[] {
  const bodies = findAll(page, messageBody);
  return findAll(scope, selector).filter(
    (match) => !isInside(standIn, match) && !bodies.some((body) => isInside(body, match)),
  );
}

/** Matches in the smallest block around the body that has any: lists beside it belong to other messages. */
export function nearestBlock(
  selector: string,
  around: Around,
  adapter: WebmailAdapter,
  counts: (match: Element) => boolean,
): readonly Element[] {
  for (let block = parentElementOf(around.standIn); block !== null; block = parentElementOf(block)) {
    if (around.others.some((other) => isInside(block, other))) break;
    const matches = matchesIn(block, selector, around, adapter).filter(counts);
    if (matches.length > 0) return matches;
  }
  return [];
}

/** The innermost match in the element is the most exact. */
function innermost(element: Element | undefined, matches: readonly Element[]): Element | undefined {
  return element === undefined ? undefined : matches.findLast((match) => isInside(element, match));
}

function isBefore(element: Element, other: Element): boolean {
  return (positionTo(element, other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function isDrawn(element: Element): boolean {
  const { width, height } = boxOf(element);
  return width > 0 && height > 0;
}
