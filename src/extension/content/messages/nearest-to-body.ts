import { boxOf, closestTo, findAll, isInside, parentElementOf, positionTo } from '../dom/unclobbered.ts';
import type { WebmailAdapter } from '../webmail/webmail-adapter.ts';

/** Where to look for a message's header. */
export interface Around {
  readonly page: Document;
  /** The body, or the frame that holds it. */
  readonly standIn: Element;
  /** The bodies of other messages, or their frames. */
  readonly others: readonly Element[];
}

/**
 * The match that belongs to the body. In the webmail's element for the message it is the first visible one, since
 * recipients often look the same and follow. Elsewhere it is the last one before the body, since in a thread each
 * header precedes its body. Matches inside a body come from the sender and do not count.
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

/** All matches that belong to the body's message; none where nobody can say which do. */
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

/** The matches in the smallest block around the body that has some; a list beside it has those of other messages. */
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

/** Both the sender's box and the address in it may match; the inner one says more. */
function innermost(element: Element | undefined, matches: readonly Element[]): Element | undefined {
  return element === undefined ? undefined : matches.findLast((match) => isInside(element, match));
}

/** Whether the first precedes the second in tree order; containers precede their content. */
function isBefore(element: Element, other: Element): boolean {
  return (positionTo(element, other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function isDrawn(element: Element): boolean {
  const { width, height } = boxOf(element);
  return width > 0 && height > 0;
}
