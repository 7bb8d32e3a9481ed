import type { EvidenceFamily } from '../verdict/verdict.ts';
import type { Finding, EvidenceRow } from './evidence-row.ts';

/*
 * The rule: when reasons make a mark. Nowhere else is it decided.
 *
 * A message is marked when its points reach `MARK_POINTS`, at least one of its reasons is more than circumstance, and
 * its reasons come from two families; one that hides the others carries it alone. What speaks for a message is taken from the points of circumstance alone:
 * a sender can write a fitting name, a *Re:* and a footer, and none of it makes a forged name less forged.
 *
 * docs/accuracy.md has the figures of each threshold.
 */

/** One point more marks 2 good messages fewer of 9,801 and finds 3 % less phishing; one less marks 4 more. */
export const MARK_POINTS = 8;

/** From here on a click asks first: 5 points above the highest good message of the development mail (10). */
export const ASK_POINTS = 15;

/** Reasons of one family are one observation seen twice. */
const MIN_FAMILIES = 2;

/** A reason that has fired. */
export interface Fired {
  readonly row: EvidenceRow;
  readonly finding: Finding;
}

export interface Score {
  readonly points: number;
  /** Its reasons could carry a mark, were the points enough. */
  readonly isCarried: boolean;
  readonly isMarked: boolean;
  readonly asks: boolean;
}

export function pointsOf({ row, finding }: Fired): number {
  return finding.points ?? row.points;
}

export function isCircumstance({ row, finding }: Fired): boolean {
  return row.isCircumstance || finding.isCircumstance === true;
}

/** What is the same observation as another family's: H1 is about words, H2 about who it says it is. */
const SAME_AS: Readonly<Record<string, EvidenceFamily>> = { H1: 'E', H2: 'A' };

/**
 * A brand's own address, a link to a place that no table knows, few links, a code in them: one observation. A mailing
 * service or a short domain of the brand's that a table lacks looks the same.
 */
const PLACE_OF_BRAND: ReadonlySet<string> = new Set(['A2', 'C2', 'D4', 'D5', 'D12', 'D14', 'D15', 'D18']);

/** What presses, promises or speaks of money: brands' own letters do that too. */
const PRESSING_WORDS: ReadonlySet<string> = new Set(['E1', 'E2', 'E3', 'E4', 'E6', 'E7', 'E8']);

/** Both together are one below the mark: such a letter takes another reason than its place and its words. */
const MAX_PLACE_POINTS = 5;
const MAX_WORD_POINTS_BESIDE_PLACE = 2;

function isOfPlace({ row, finding }: Fired): boolean {
  return PLACE_OF_BRAND.has(row.id) || finding.isUnknownPlace === true;
}

/** A file that honest letters have too, which is no family of its own. */
function isFileBeside(one: Fired): boolean {
  return one.row.family === 'F' && isCircumstance(one);
}

export function scoreOf(fired: readonly Fired[]): Score {
  let hard = 0;
  let circumstance = 0;
  let favour = 0;
  const families = new Set<EvidenceFamily>();
  const isOnePlace = fired.some(({ row, finding }) => row.id === 'A2' && finding.isUnknownPlace === true);
  let place = 0;
  let words = 0;
  for (const one of fired) {
    const points = pointsOf(one);
    if (isOnePlace && isOfPlace(one)) {
      families.add('A');
      place += points;
      continue;
    }
    if (points < 0) {
      favour -= points;
      continue;
    }
    if (!isFileBeside(one)) families.add(SAME_AS[one.row.id] ?? one.row.family);
    if (isOnePlace && PRESSING_WORDS.has(one.row.id)) words += points;
    else if (isCircumstance(one)) circumstance += points;
    else hard += points;
  }
  hard += Math.min(place, MAX_PLACE_POINTS);
  circumstance += Math.min(words, MAX_WORD_POINTS_BESIDE_PLACE);
  const points = hard + Math.max(0, circumstance - favour);
  const isEnough = families.size >= MIN_FAMILIES || fired.some(({ row }) => row.isEnough === true);
  const isCarried = hard > 0 && isEnough;
  const isMarked = isCarried && points >= MARK_POINTS;
  return { points, isCarried, isMarked, asks: isMarked && points >= ASK_POINTS };
}
