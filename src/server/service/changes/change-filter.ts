import { CountingBloomFilterBuilder } from '../../../core/filter/counting-bloom-filter-builder.ts';
import type { KeySelector } from '../../../core/hash/membership.ts';
import type { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';
import type { Steps } from '../../../core/steps.ts';
import type { Change } from '../../node/changes/change.ts';
import type { Overlay } from '../../node/changes/overlay.ts';

/** Of the keys that no change names, the share that is looked up in the overlay for nothing. A fraction. */
const FALSE_POSITIVE_RATE = 1e-3;
const SMALLEST_PLAN = 1 << 12;

/** Each is hashed: about a millisecond. */
const CHANGES_PER_STEP = 256;

/**
 * Stands before the overlay, so that a link that no change names costs no look-up by text. It holds every entry of
 * the overlay that has an opinion, and forgets it when that opinion is withdrawn; what it lets through, the overlay
 * decides. It is keyed by the epoch of a list, so that a link is hashed once for both.
 */
export class ChangeFilter {
  readonly #hasher: EntryHasher;
  readonly #builder: CountingBloomFilterBuilder;
  readonly #plannedEntries: number;

  private constructor(hasher: EntryHasher, plannedEntries: number) {
    this.#hasher = hasher;
    this.#plannedEntries = plannedEntries;
    this.#builder = CountingBloomFilterBuilder.for(plannedEntries, FALSE_POSITIVE_RATE);
  }

  static empty(hasher: EntryHasher): ChangeFilter {
    return new ChangeFilter(hasher, SMALLEST_PLAN);
  }

  /**
   * Over all that an overlay holds, in steps. Changes may be applied to the overlay meanwhile, as long as the filter
   * hears of each by `follow` too: `onStart` hands it out before the first step.
   */
  static *over(
    overlay: Overlay,
    hasher: EntryHasher,
    onStart: (filter: ChangeFilter) => void,
  ): Steps<ChangeFilter> {
    const filter = new ChangeFilter(hasher, Math.max(SMALLEST_PLAN, overlay.count() * 2));
    onStart(filter);
    let done = 0;
    for (const change of overlay.held()) {
      filter.follow(change);
      if (++done % CHANGES_PER_STEP === 0) yield;
    }
    return filter;
  }

  /** To be told of every change that the overlay has applied, in that order. */
  follow(change: Change): void {
    const { high, low } = this.#hashOf(change);
    if (change.action === 'expire') this.#builder.remove(high, low);
    else this.#builder.add(high, low);
  }

  /** It holds more than it was made for: still right, but slower than one that is made anew. */
  isOutgrown(): boolean {
    return this.#builder.entryCount() > this.#plannedEntries;
  }

  entryCount(): number {
    return this.#builder.entryCount();
  }

  mayContain(high: number, low: number): boolean {
    return this.#builder.filter.mayContain(high, low);
  }

  #hashOf({ entry }: Change): Hash64 {
    return entry.kind === 'url'
      ? this.#hasher.url(entry.host, entry.path)
      : this.#hasher.address(entry.address);
  }
}

/** Lets through what either the list's first layer or the changes may know. */
export class EitherFilter implements KeySelector {
  readonly #list: KeySelector | null;
  readonly #changes: ChangeFilter;

  constructor(list: KeySelector | null, changes: ChangeFilter) {
    this.#list = list;
    this.#changes = changes;
  }

  select(words: Uint32Array, keyCount: number, passing: Uint32Array): number {
    const listed = this.#list === null ? 0 : this.#list.select(words, keyCount, passing);
    if (this.#changes.entryCount() === 0) return listed;
    const ofList = passing.slice(0, listed);
    let passed = 0;
    let next = 0;
    for (let key = 0; key < keyCount; key++) {
      const isOfList = ofList[next] === key;
      if (isOfList) next++;
      if (isOfList || this.#changes.mayContain(words[key * 2] ?? 0, words[key * 2 + 1] ?? 0)) {
        passing[passed++] = key;
      }
    }
    return passed;
  }
}
