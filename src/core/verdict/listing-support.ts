import type { Category } from './verdict.ts';

export interface ListingSource {
  readonly category: Category;
  /** Makers of the list and of the lists it includes. Empty if unknown. */
  readonly origins: readonly string[];
  /** People or a test of the page confirm each entry. */
  readonly isReviewed: boolean;
}

/** A list's share of `ListingSource`; only reviewed presets have one (`list-presets.ts`). */
export type ListVoice = Omit<ListingSource, 'category'>;

/** Weakest first. */
export type Support = 'none' | 'one' | 'reviewed' | 'agreed';

/**
 * Spam alone supports no danger. Sources agree if they have no origin in common: a copy adds nothing, and a list of
 * unknown origin may be a copy.
 */
export function supportOf(sources: readonly ListingSource[]): Support {
  const serious = sources.filter(({ category }) => category !== 'spam');
  const [first] = serious;
  if (first === undefined) return 'none';
  const areAgreed = serious.some((one, index) =>
    serious.slice(index + 1).some((other) => areDisjoint(one.origins, other.origins)),
  );
  if (areAgreed) return 'agreed';
  return serious.some(({ isReviewed }) => isReviewed) ? 'reviewed' : 'one';
}

function areDisjoint(some: readonly string[], others: readonly string[]): boolean {
  return some.length > 0 && others.length > 0 && !some.some((origin) => others.includes(origin));
}
