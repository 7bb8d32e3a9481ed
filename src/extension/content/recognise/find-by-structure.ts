import { destinationOf } from '../hrefs/link-destination.ts';
import { isOffSite } from './off-site.ts';
import {
  boxOf,
  childrenOf,
  closestTo,
  findAll,
  isConnected,
  isInside,
  isMatch,
  localName,
  parentElementOf,
  textOf,
} from '../dom/unclobbered.ts';
import { headerSigns } from './header-signs.ts';
import { isMailboxes } from './is-mailboxes.ts';
import { ListRows } from './list-rows.ts';
import {
  IS_MESSAGE,
  isBigEnough,
  isRow,
  MIN_OWN,
  reasonsBefore,
  reasonsWithin,
  scoreOf,
  STAYS_MESSAGE,
  type Reason,
} from './message-score.ts';

/** How many ancestors of a header sign, such as a mailbox, are searched. */
const MAX_CLIMB = 8;

/** Levels searched in blocks after a header, which may hold more than the message. */
const MAX_DEPTH = 3;
const MAX_PARTS = 12;

/** Blocks scored per search: so many by name, and so many after headers. */
const MAX_CANDIDATES = 150;

/** Each sign costs a search. A page with more signs shows an address book. */
const MAX_SIGNS = 80;

/** Characters searched for a date. */
const MAX_HEADER_LENGTH = 600;

const HEADING = 'h1, h2, h3, h4, h5, h6, [role="heading"], [class*="subject" i], [id*="subject" i]';

export interface Candidate {
  readonly element: Element;
  readonly reasons: readonly Reason[];
  readonly score: number;
}

/**
 * Scores blocks named like a body, or after a header sign.
 *
 * @param isEditor - the content is the reader's
 */
export function candidatesIn(
  root: Document | ShadowRoot,
  named: string,
  isEditor: (element: Element) => boolean,
): readonly Candidate[] {
  const found = new Map<Element, Candidate>();
  const rows = new ListRows(root);
  const signs = headerSigns(root, (sign) => rows.isInRow(sign));
  const within = new Map<Element, readonly Reason[] | null>();
  const left = { named: MAX_CANDIDATES, behind: MAX_CANDIDATES };
  const reasonsOf = (element: Element, sign: Element | null): readonly Reason[] | null => {
    const known = within.get(element);
    if (known !== undefined) return known;
    const kind = sign === null ? 'named' : 'behind';
    if (left[kind] === 0) return null;
    left[kind] -= 1;
    const reasons = isBigEnough(element) && !isEditor(element) ? reasonsWithin(element) : null;
    within.set(element, reasons);
    return reasons;
  };
  const weigh = (element: Element, around: readonly Reason[], sign: Element | null): boolean => {
    const own = rows.isInRow(element) ? null : reasonsOf(element, sign);
    if (own === null || (sign !== null && scoreOf(own) < MIN_OWN)) return false;
    const isList = rows.isIn(element);
    const isRowOrList =
      !own.includes('leaves') &&
      (isList || (sign !== null && (isRow(sign, element, own) || isMailboxes(element, signs))));
    const reasons = [
      ...around,
      ...(isRowOrList ? (['row'] as const) : []),
      ...(isList ? (['list'] as const) : []),
      ...own,
    ];
    const score = scoreOf(reasons);
    if ((found.get(element)?.score ?? -Infinity) < score) found.set(element, { element, reasons, score });
    return score >= IS_MESSAGE && own.includes('leaves');
  };
  // Candidates inside found messages come last, as the limits may run out.
  const messagesAround = (element: Element): number =>
    [...found.values()].filter((each) => each.score >= IS_MESSAGE && isInside(each.element, element)).length;
  const outsideFirst = (elements: readonly Element[], look: (element: Element) => void): void => {
    let rest = elements;
    for (let depth = 0; rest.length > 0 && depth < MAX_CLIMB; depth++) {
      const inside: Element[] = [];
      for (const element of rest) {
        if (messagesAround(element) > depth) inside.push(element);
        else look(element);
      }
      rest = inside;
    }
  };
  outsideFirst(findAll(root, named), (element) => weigh(element, ['named'], null));
  let signsLeft = MAX_SIGNS;
  outsideFirst(signs, (sign) => {
    if (signsLeft === 0) return;
    signsLeft -= 1;
    for (const level of blocksBehind(sign)) {
      const parts = level.blocks.flatMap((block) => partsOf(block));
      // No higher level is searched: a thread's other messages have headers of their own.
      if (parts.filter((part) => weigh(part, level.reasons, sign)).length > 0) break;
    }
  });
  return [...found.values()];
}

/**
 * Chooses bodies that are not nested; of equals, the outer.
 *
 * @param before - last choice, for which fewer points suffice
 */
export function chooseBodies(
  candidates: readonly Candidate[],
  before: readonly Element[],
): readonly Element[] {
  const bodies: Element[] = [];
  const bestFirst = candidates.toSorted(
    (one, other) => other.score - one.score || (isInside(one.element, other.element) ? -1 : 1),
  );
  for (const { element, score } of bestFirst) {
    if (score < (before.includes(element) ? STAYS_MESSAGE : IS_MESSAGE)) continue;
    if (!bodies.some((body) => isInside(body, element) || isInside(element, body))) bodies.push(element);
  }
  return bodies.map((body) => withoutNotices(body, bestFirst));
}

/** Longest notice of a webmail, such as *Pictures were left out. Show them*. Characters. */
const MAX_NOTICE_LENGTH = 400;

/** Only the webmail's own parts have these: it removes them from messages. */
const RUNS_PROGRAM = '[onclick], button, [role="button"]';

/** Drops the webmail's notices, which have no off-site link, and invisible parts. */
function withoutNotices(block: Element, candidates: readonly Candidate[]): Element {
  const children = Array.from(childrenOf(block));
  const isPart = ({ element, score }: Candidate): boolean =>
    score >= IS_MESSAGE && children.includes(element);
  const part = candidates.find(isPart)?.element;
  if (part === undefined) return block;
  const others = children.filter((child) => child !== part && textOf(child).trim() !== '');
  const notices = others.filter(isNotice);
  if (!others.every((other) => notices.includes(other) || isUnseen(other))) return block;
  const inner = withoutNotices(part, candidates);
  return notices.length > 0 || inner !== part ? inner : block;
}

function isNotice(element: Element): boolean {
  return (
    textOf(element).length <= MAX_NOTICE_LENGTH &&
    findAll(element, RUNS_PROGRAM).length > 0 &&
    !findAll(element, 'a, area, form').some((link) => {
      const href = destinationOf(link);
      return href !== null && isOffSite(href);
    })
  );
}

function isUnseen(element: Element): boolean {
  const { width, height } = boxOf(element);
  return width <= 1 || height <= 1;
}

interface Behind {
  readonly blocks: readonly Element[];
  readonly reasons: readonly Reason[];
}

/** Innermost first. */
function blocksBehind(sign: Element): readonly Behind[] {
  const levels: Behind[] = [];
  let inside = sign;
  for (let climb = 0; climb < MAX_CLIMB; climb++) {
    const around = parentElementOf(inside);
    if (around === null || localName(inside) === 'body') break;
    const children = Array.from(childrenOf(around));
    const behind = children.indexOf(inside) + 1;
    const header = children.slice(0, behind);
    const hasHeading = header.some(
      (element) => isMatch(element, HEADING) || findAll(element, HEADING).length > 0,
    );
    const text = header.map(textOf).join(' ').slice(-MAX_HEADER_LENGTH);
    const reasons = reasonsBefore(text, hasHeading, climb);
    levels.push({ blocks: children.slice(behind, behind + MAX_PARTS), reasons });
    inside = around;
  }
  return levels;
}

function partsOf(block: Element, depth = 0): readonly Element[] {
  if (depth > MAX_DEPTH || boxOf(block).height === 0) return [];
  if (closestTo(block, 'a, button, p, span, svg, table table') !== null) return [block];
  const parts = Array.from(childrenOf(block)).slice(0, MAX_PARTS);
  return [block, ...parts.flatMap((part) => partsOf(part, depth + 1))];
}

/** A page may change a hundred times a second. */
const SEARCH_INTERVAL_MS = 100;

const SEARCH_SHARE = 0.05;

export class StructureSearch {
  #bodies: readonly Element[] = [];
  #searchedAt = -Infinity;
  #interval = SEARCH_INTERVAL_MS;

  /** Bodies as last found, which may be outdated until `dueIn` is over. */
  bodies(candidates: () => readonly Candidate[]): readonly Element[] {
    const startedAt = performance.now();
    this.#bodies = this.#bodies.filter(isConnected);
    if (startedAt < this.#searchedAt + this.#interval) return this.#bodies;
    this.#bodies = chooseBodies(candidates(), this.#bodies);
    this.#searchedAt = performance.now();
    this.#interval = Math.max(SEARCH_INTERVAL_MS, (this.#searchedAt - startedAt) / SEARCH_SHARE);
    return this.#bodies;
  }

  get dueIn(): number {
    return Math.max(0, this.#searchedAt + this.#interval - performance.now());
  }
}
