import type { Exclusion } from '../feed/feeds-file.ts';
import { Exclusions } from './exclusions.ts';
import type { GuardName } from './guard-names.ts';
import { PopularSites } from './popular-sites.ts';

/** What the entry guards know, as plain data: a worker thread can be given it. */
export interface GuardSettings {
  /** Names of popular sites beside the built-in ones: of each ranked list its first `POPULAR_RANKS`. */
  readonly popular: readonly string[];
  readonly exclusions: readonly Exclusion[];
  /** Unix time, seconds. */
  readonly now: number;
  /** Guards that are not asked: for measuring what each does (test/bench/guards.bench.ts), and for nothing else. */
  readonly off?: readonly (GuardName | 'widening')[];
}

export const NO_GUARD_SETTINGS: GuardSettings = { popular: [], exclusions: [], now: 0 };

/** What the guards know besides the entry: the same for all feeds but for `hostEntries`. */
export interface GuardContext {
  readonly popular: PopularSites;
  readonly exclusions: Exclusions;
  /** Whether the feed may list whole hosts. */
  readonly hostEntries: boolean;
  readonly off: ReadonlySet<GuardName | 'widening'>;
}

/** The tables behind the guards: made once, used for every feed. */
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
