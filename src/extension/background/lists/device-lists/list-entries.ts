import type { FeedEntry, FeedLine } from '../../../../core/feed/feed-line.ts';
import type { FeedLayout } from '../../../../core/feed/feed-description.ts';
import { FeedParser } from '../../../../core/feed/parse-feed.ts';
import { type GuardContext, Guards } from '../../../../core/guard/guard-context.ts';
import { judgeEntry } from '../../../../core/guard/judge-entry.ts';
import { Hash64Set } from '../../../../core/filter/hash64-set.ts';
import { EntryHasher } from '../../../../core/hash/entry-hash.ts';
import type { FingerprintList } from '../../../../core/snapshot/snapshot.ts';
import type { CanaryKeys } from './canary-keys.ts';
import { cutLow } from './list-fingerprint.ts';

/** Unsorted. */
export interface ListEntries {
  readonly urls: FingerprintList;
  readonly addresses: FingerprintList;
  /** URL entries that the list allows or withdraws. */
  readonly allowed: Hash64Set;
  readonly counts: ReadCounts;
}

export interface ReadCounts {
  /** Dropped by guards: popular sites, shared hosting, webmails' wrappers and the like. */
  readonly dropped: number;
  /** Lines that cannot be used as entries; comments and empty lines do not count. */
  readonly refused: number;
  /** Distinct canaries that dropped entries would have flagged. */
  readonly canaries: number;
}

/** Keeps no text: an entry takes 8 bytes. */
export class ListReader {
  readonly #parser: FeedParser;
  readonly #hasher: EntryHasher;
  readonly #canaries: CanaryKeys;
  readonly #maxEntries: number;
  readonly #guards: GuardContext = new Guards().contextFor({ hostEntries: true });
  readonly #urls = new GrowingList();
  readonly #addresses = new GrowingList();
  readonly #allowed = new Hash64Set();
  readonly #hitCanaries = new Set<number>();
  #dropped = 0;
  #refused = 0;

  /** @param key - hash key of this installation's lists */
  constructor(layout: FeedLayout, key: Uint8Array, canaries: CanaryKeys, maxEntries: number) {
    this.#maxEntries = maxEntries;
    this.#parser = new FeedParser(layout);
    this.#hasher = new EntryHasher(key);
    this.#canaries = canaries;
  }

  /** @returns false after `maxEntries`: read no further */
  push(text: string): boolean {
    return this.#takeAll(this.#parser.push(text));
  }

  finish(): boolean {
    return this.#takeAll(this.#parser.finish());
  }

  count(): number {
    return this.#urls.count + this.#addresses.count;
  }

  entries(): ListEntries {
    return {
      urls: this.#urls.list(),
      addresses: this.#addresses.list(),
      allowed: this.#allowed,
      counts: { dropped: this.#dropped, refused: this.#refused, canaries: this.#hitCanaries.size },
    };
  }

  #takeAll(lines: readonly FeedLine[]): boolean {
    for (const line of lines) {
      if (line.kind === 'entry') this.#take(line.entry);
      else if (line.kind === 'refused') this.#refused++;
      else {
        // Within one list, `allow` and `withdrawn` lines do the same: they take an entry out.
        const { host, path } = line.kind === 'allow' ? { host: line.host, path: '/' } : line.entry;
        const { high, low } = this.#hasher.url(host, path);
        this.#allowed.add(high, cutLow(low));
      }
    }
    return this.count() <= this.#maxEntries;
  }

  #take(entry: FeedEntry): void {
    if (entry.kind === 'message') {
      // Message entries need a publisher, who keeps good mail out.
      this.#dropped++;
      return;
    }
    const isUrl = entry.kind === 'url';
    const { high, low } = isUrl
      ? this.#hasher.url(entry.host, entry.path)
      : this.#hasher.address(entry.address);
    const cut = cutLow(low);
    const canary = isUrl ? this.#canaries.canaryOf(high, cut) : null;
    if (canary !== null) this.#hitCanaries.add(canary);
    if (canary !== null || judgeEntry(entry, this.#guards).kind === 'drop') {
      this.#dropped++;
      return;
    }
    (isUrl ? this.#urls : this.#addresses).add(high, cut);
  }
}

const FIRST_CAPACITY = 1 << 12;

class GrowingList {
  #high = new Uint32Array(FIRST_CAPACITY);
  #low = new Uint32Array(FIRST_CAPACITY);
  count = 0;

  add(high: number, low: number): void {
    if (this.count === this.#high.length) this.#grow();
    this.#high[this.count] = high;
    this.#low[this.count] = low;
    this.count++;
  }

  /** Shares memory: add nothing afterwards. */
  list(): FingerprintList {
    return { high: this.#high.subarray(0, this.count), low: this.#low.subarray(0, this.count) };
  }

  #grow(): void {
    const high = new Uint32Array(this.count * 2);
    const low = new Uint32Array(this.count * 2);
    high.set(this.#high);
    low.set(this.#low);
    this.#high = high;
    this.#low = low;
  }
}
