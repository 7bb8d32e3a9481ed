import { compileForDevice } from '../../src/core/filter/compile-for-device.ts';
import { LayeredFilter } from '../../src/core/filter/layered-filter.ts';
import { EntryHasher } from '../../src/core/hash/entry-hash.ts';
import { fingerprintBitsFor, type Section, type Snapshot } from '../../src/core/snapshot/snapshot.ts';
import { runSteps } from '../../src/core/steps.ts';
import { parseListedEntry } from '../../src/core/url/listed-entry.ts';
import type { Category, Level } from '../../src/core/verdict/verdict.ts';
import type { LoadedList } from '../../src/service/list/compiled-list.ts';
import { NOW } from './a-change.ts';

export interface AList {
  /** Listed as phishing, danger. */
  readonly danger?: readonly string[];
  /** Listed as spam, caution. */
  readonly caution?: readonly string[];
  readonly serial?: number;
  readonly publishedAt?: number;
  readonly epochKey?: Uint8Array;
}

const KEY = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
const SECRET = new Uint8Array(16).fill(3);

/** A list as the service holds it, compiled from entries. */
export function aList({
  danger = [],
  caution = [],
  serial = 7,
  publishedAt = NOW,
  epochKey = KEY,
}: AList): LoadedList {
  const hasher = new EntryHasher(epochKey);
  const plannedEntries = Math.max(1, danger.length + caution.length);
  const section = (entries: readonly string[], category: Category, action: Level): Section => {
    const fingerprintBits = fingerprintBitsFor(plannedEntries);
    const low = 64 - fingerprintBits;
    const hashes = entries.map((text) => {
      const entry = parseListedEntry(text);
      if (!entry.ok) throw new Error(`${text}: ${entry.failure}`);
      const hash = hasher.url(entry.value.host, entry.value.path);
      return { high: hash.high, low: ((hash.low >>> low) << low) >>> 0 };
    });
    hashes.sort((a, b) => a.high - b.high || a.low - b.low);
    return {
      kind: 'url',
      category,
      action,
      group: 'test feed',
      fingerprintBits,
      fingerprints: {
        high: Uint32Array.from(hashes, (hash) => hash.high),
        low: Uint32Array.from(hashes, (hash) => hash.low),
      },
    };
  };
  const snapshot: Snapshot = {
    serial,
    publishedAt,
    epoch: { key: epochKey, startedAt: NOW - 86_400, plannedEntries },
    sections: [section(danger, 'phishing', 'danger'), section(caution, 'spam', 'caution')],
    exclusions: { high: new Uint32Array(), low: new Uint32Array() },
    opaque: [],
  };
  const { header, residentFilter, verificationTable } = runSteps(compileForDevice(snapshot, SECRET));
  const filter = LayeredFilter.open(header, residentFilter, SECRET);
  if (!filter.ok) throw new Error(filter.failure.kind);
  return {
    facts: {
      channel: 'test',
      serial,
      publishedAt,
      expiresAt: publishedAt + 14 * 86_400,
      entries: danger.length + caution.length,
      receivedAt: publishedAt,
      keyListNumber: 1,
      rootKey: 'k'.repeat(43),
    },
    filter: filter.value,
    hasher,
    table: verificationTable,
  };
}
