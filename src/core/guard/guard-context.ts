import type { Exclusion } from '../feed/feeds-file.ts';
import { Exclusions } from './exclusions.ts';
import type { GuardName } from './guard-names.ts';
import { PopularSites } from './popular-sites.ts';

/** Plain data, so that worker threads can receive it. */
export interface GuardSettings {
  /** Hosts besides the built-in sites: the first `POPULAR_RANKS` of each ranked list. */
  readonly popular: readonly string[];
  readonly exclusions: readonly Exclusion[];
  /** Unix seconds. */
  readonly now: number;
  /** Guards to skip; only for test/bench/guards.bench.ts. */
  readonly off?: readonly (GuardName | 'widening')[];
}

export const NO_GUARD_SETTINGS: GuardSettings = { popular: [], exclusions: [], now: 0 };

export interface GuardContext {
  readonly popular: PopularSites;
  readonly exclusions: Exclusions;
  /** Whether the feed may list whole hosts. */
  readonly hostEntries: boolean;
  readonly off: ReadonlySet<GuardName | 'widening'>;
}

export class Guards {
  readonly #popular: PopularSites;
  readonly #exclusions: Exclusions;
  readonly #off: GuardContext['off'];

  constructor({ popular, exclusions, now, off = [] }: GuardSettings = NO_GUARD_SETTINGS) {
    this.#popular = new PopularSites(popular);
    this.#exclusions = new Exclusions(exclusions, now);
    this.#off = new Set(off);
  }

  contextFor({ hostEntries }: { readonly hostEntries: boolean }): GuardContext {
    return { popular: this.#popular, exclusions: this.#exclusions, hostEntries, off: this.#off };
  }
}
