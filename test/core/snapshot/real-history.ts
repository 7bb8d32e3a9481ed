import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import type { Section, Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { fingerprintBitsFor } from '../../../src/core/snapshot/snapshot.ts';
import { parseListedEntry } from '../../../src/core/url/listed-entry.ts';
import { sharedData } from '../../shared-data.ts';

const KEY = Uint8Array.of(11, 12, 13, 14, 15, 16, 17, 18);
const PLANNED_ENTRIES = 40_000;

/** A URL of the feed, from when until when it was in it; Unix seconds. */
interface DatedEntry {
  readonly high: number;
  readonly low: number;
  readonly isHostLevel: boolean;
  readonly from: number;
  readonly until: number;
}

/**
 * OpenPhish as it was at any hour of April to June 2026: some 500 URLs come a day, and as many go. Whole hosts are one
 * section, single URLs another, as a publisher has it that makes the former caution.
 */
export class RealHistory {
  /** The first and the last full hour, Unix seconds. */
  readonly firstHour = Date.UTC(2026, 3, 1, 1) / 1000;
  readonly lastHour = Date.UTC(2026, 5, 30, 23) / 1000;
  readonly #entries: readonly DatedEntry[];

  constructor() {
    const hasher = new EntryHasher(KEY);
    const text = gunzipSync(readFileSync(sharedData('feeds/openphish_dated_2026Q2.tsv.gz'))).toString('utf8');
    const entries: DatedEntry[] = [];
    for (const line of text.split('\n').slice(1)) {
      const [url = '', firstSeen = '', lastRemoved = ''] = line.split('\t');
      const entry = parseListedEntry(url);
      if (!entry.ok) continue;
      const { high, low } = hasher.url(entry.value.host, entry.value.path);
      entries.push({
        high,
        low,
        isHostLevel: entry.value.isHostLevel,
        from: Date.parse(firstSeen) / 1000,
        until: lastRemoved === '' ? Number.POSITIVE_INFINITY : Date.parse(lastRemoved) / 1000,
      });
    }
    // Sorted once, so that every hour's lists come out sorted.
    this.#entries = entries.sort((a, b) => a.high - b.high || a.low - b.low);
  }

  /** Everything the feed held at a time. */
  snapshotAt(time: number, serial: number): Snapshot {
    return {
      serial,
      publishedAt: time,
      epoch: { key: KEY, startedAt: this.firstHour, plannedEntries: PLANNED_ENTRIES },
      sections: [this.#section(time, false), this.#section(time, true)],
      exclusions: { high: new Uint32Array(0), low: new Uint32Array(0) },
      opaque: [],
    };
  }

  #section(time: number, isHostLevel: boolean): Section {
    const fingerprintBits = fingerprintBitsFor(PLANNED_ENTRIES);
    const rest = 64 - fingerprintBits;
    const high: number[] = [];
    const low: number[] = [];
    for (const entry of this.#entries) {
      if (entry.isHostLevel !== isHostLevel || entry.from > time || entry.until <= time) continue;
      const cut = ((entry.low >>> rest) << rest) >>> 0;
      // The feed may list a URL twice, under spellings that mean the same.
      if (high.at(-1) === entry.high && low.at(-1) === cut) continue;
      high.push(entry.high);
      low.push(cut);
    }
    return {
      kind: 'url',
      category: 'phishing',
      action: isHostLevel ? 'caution' : 'danger',
      group: 'openphish',
      fingerprintBits,
      fingerprints: { high: Uint32Array.from(high), low: Uint32Array.from(low) },
    };
  }
}
