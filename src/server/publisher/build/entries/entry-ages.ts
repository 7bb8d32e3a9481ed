import type { Journal, JournalWriter } from '../../state/entry-journal.ts';

/** Upper bounds in days; one more class holds older entries. */
export const AGE_CLASSES = [0, 1, 7, 30, 90, 365] as const;

/** Since the last build. */
export interface Changes {
  readonly added: number;
  readonly removed: number;
  readonly addedBySlot: readonly number[];
  /** By feed name, because the feed may be gone from `feeds.json`. */
  readonly removedByName: ReadonlyMap<string, number>;
  /** By class of `AGE_CLASSES`, then older. */
  readonly ages: readonly number[];
  /** By `sampleKey`. */
  readonly addedSamples: ReadonlySet<string>;
  /** Only texts that the last build kept. */
  readonly removedSamples: readonly string[];
  readonly hasBefore: boolean;
}

export interface EntryAgesOptions {
  /** Hashed with the key of `after`; null for the first build. */
  readonly before: Journal | null;
  readonly after: JournalWriter | null;
  /** By slot; copies of one feed share a name. */
  readonly names: readonly string[];
  /** By slot; null: entries never expire. */
  readonly expiryDays: readonly (number | null)[];
  /** Days since 1970-01-01. */
  readonly today: number;
  /** Keeps samples of hashes whose low word is below this. */
  readonly sampleBelow: number;
  /** By `sampleKey`. */
  readonly samplesBefore: ReadonlyMap<string, string>;
}

export function sampleKey(high: number, low: number): string {
  return `${high.toString(36)}.${low.toString(36)}`;
}

/** Merges the last journal with this build's entries, both ascending by hash, and writes the next journal. */
export class EntryAges {
  readonly #options: EntryAgesOptions;
  /** Name index in the last journal → in the new one; -1 if that feed is gone. */
  readonly #renamed: readonly number[];
  readonly #uniqueNames: readonly string[];
  readonly #nameOfSlot: readonly number[];
  readonly #addedBySlot: number[];
  readonly #removedByName = new Map<string, number>();
  readonly #ages = [...AGE_CLASSES, 0].map(() => 0);
  readonly #addedSamples = new Set<string>();
  readonly #removedSamples: string[] = [];
  #added = 0;
  #removed = 0;
  /** First-seen day of the current entry, by new name index; -1 if unknown. */
  readonly #known: Int32Array;

  constructor(options: EntryAgesOptions) {
    this.#options = options;
    this.#uniqueNames = uniqueNames(options.names);
    const index = new Map(this.#uniqueNames.map((name, at) => [name, at]));
    this.#nameOfSlot = options.names.map((name) => index.get(name) ?? 0);
    this.#renamed = (options.before?.names ?? []).map((name) => index.get(name) ?? -1);
    this.#addedBySlot = options.names.map(() => 0);
    this.#known = new Int32Array(this.#uniqueNames.length).fill(-1);
  }

  /**
   * Removes slots for which the entry has expired.
   *
   * @returns the number left
   */
  current(high: number, low: number, listing: number[]): number {
    const { before, after, today, expiryDays } = this.#options;
    const known = this.#known;
    const wasListed = before === null ? false : this.#readBefore(before, high, low, listing);
    if (!wasListed) {
      this.#added++;
      if (low < this.#options.sampleBelow) this.#addedSamples.add(sampleKey(high, low));
    }
    let kept = 0;
    let oldest = today;
    for (const slot of listing) {
      const name = this.#nameOfSlot[slot] ?? 0;
      const seen = known[name] ?? -1;
      if (seen === -1) this.#addedBySlot[slot] = (this.#addedBySlot[slot] ?? 0) + 1;
      // A clock that was ahead must not keep entries for ever.
      const day = seen === -1 || seen > today ? today : seen;
      known[name] = -1;
      after?.add(high, low, name, day);
      if (day < oldest) oldest = day;
      const limit = expiryDays[slot] ?? null;
      if (limit === null || today - day < limit) listing[kept++] = slot;
    }
    if (kept > 0) {
      const age = today - oldest;
      let place = 0;
      while (place < AGE_CLASSES.length && age > (AGE_CLASSES[place] ?? 0)) place++;
      this.#ages[place] = (this.#ages[place] ?? 0) + 1;
    }
    return kept;
  }

  finish(): Changes {
    const { before } = this.#options;
    if (before !== null) {
      while (!before.isAtEnd) this.#forget(before);
    }
    return {
      added: this.#added,
      removed: this.#removed,
      addedBySlot: this.#addedBySlot,
      removedByName: this.#removedByName,
      ages: this.#ages,
      addedSamples: this.#addedSamples,
      removedSamples: this.#removedSamples,
      hasBefore: before !== null,
    };
  }

  #readBefore(before: Journal, high: number, low: number, listing: readonly number[]): boolean {
    while (!before.isAtEnd && (before.high < high || (before.high === high && before.low < low))) {
      this.#forget(before);
    }
    let wasListed = false;
    while (!before.isAtEnd && before.high === high && before.low === low) {
      wasListed = true;
      const name = this.#renamed[before.name] ?? -1;
      if (name === -1 || !listing.some((slot) => this.#nameOfSlot[slot] === name)) {
        this.#countRemoved(before);
      } else {
        this.#known[name] = before.day;
      }
      before.advance();
    }
    return wasListed;
  }

  /** Skips an entry that no feed lists any more. */
  #forget(before: Journal): void {
    const { high, low } = before;
    this.#removed++;
    const sample = this.#options.samplesBefore.get(sampleKey(high, low));
    if (sample !== undefined) this.#removedSamples.push(sample);
    while (!before.isAtEnd && before.high === high && before.low === low) {
      this.#countRemoved(before);
      before.advance();
    }
  }

  #countRemoved(before: Journal): void {
    const name = before.names[before.name] ?? '';
    this.#removedByName.set(name, (this.#removedByName.get(name) ?? 0) + 1);
  }
}

export function uniqueNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
