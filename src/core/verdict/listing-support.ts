import type { Category } from './verdict.ts';

/** One source that lists an entry. */
export interface Accuser {
  readonly category: Category;
  /** Who made it, and whose lists it took in: what it says may be theirs. Empty: that is not known. */
  readonly origins: readonly string[];
  /** People or a test of the page stand behind each entry. */
  readonly isReviewed: boolean;
}

/** Who stands behind a list that is compiled on the device. Only a reviewed preset has one; see `list-presets.ts`. */
export type ListVoice = Omit<Accuser, 'category'>;

/** How well an entry is supported, least first. */
export type Support = 'none' | 'one' | 'reviewed' | 'agreed';

/**
 * What those who list one entry amount to together, for the publisher's snapshots and for lists compiled on the device
 * alike. Spam alone supports no danger. Two agree if they have no origin in common: a list and its copy are one voice,
 * and one of unknown origin may be a copy of any.
 */
export function supportOf(accusers: readonly Accuser[]): Support {
  const serious = accusers.filter(({ category }) => category !== 'spam');
  const [first] = serious;
  if (first === undefined) return 'none';
  const areAgreed = serious.some((one, index) =>
    serious.slice(index + 1).some((other) => haveNothingInCommon(one.origins, other.origins)),
  );
  if (areAgreed) return 'agreed';
  return serious.some(({ isReviewed }) => isReviewed) ? 'reviewed' : 'one';
}

function haveNothingInCommon(some: readonly string[], others: readonly string[]): boolean {
  return some.length > 0 && others.length > 0 && !some.some((origin) => others.includes(origin));
}
