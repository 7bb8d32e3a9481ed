import type { Hash64Set } from '../../../../core/filter/hash64-set.ts';
import { compileForDevice, type DeviceSnapshot } from '../../../../core/filter/compile-for-device.ts';
import { encodeSnapshotInSteps } from '../../../../core/snapshot/encode-snapshot.ts';
import {
  compareSections,
  type FingerprintList,
  type Section,
  type Snapshot,
} from '../../../../core/snapshot/snapshot.ts';
import { ENTRIES_PER_STEP, type Steps } from '../../../../core/steps.ts';
import { utcDayOf } from '../../../../core/utc-day.ts';
import type { Category } from '../../../../core/verdict/verdict.ts';
import { byFirstDay, type ListedDay } from './first-listed.ts';
import type { ListEntries } from './list-entries.ts';
import { LIST_FINGERPRINT_BITS, MAX_LIST_ENTRIES } from './list-limits.ts';
import { sortFingerprints } from './sort-fingerprints.ts';

export interface CompiledList {
  /** Canonical encoding, for rebuilding the device form and for first-listed days. */
  readonly state: Uint8Array<ArrayBuffer>;
  readonly device: DeviceSnapshot;
  readonly sections: readonly { readonly kind: 'url' | 'address'; readonly entries: number }[];
}

export interface CompileOptions {
  readonly category: Category;
  /** Hash key of this installation's lists. */
  readonly key: Uint8Array<ArrayBuffer>;
  /** 16 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** Unix seconds. Constant, so that the same entries encode to the same state. */
  readonly addedAt: number;
  /** Unix seconds. */
  readonly now: number;
  readonly serial: number;
  /** The list's last state; null if there is none under this key. */
  readonly before: Snapshot | null;
}

/**
 * Yields every few milliseconds. A section has the entries of one kind first listed on one day; this day is its
 * `group`.
 */
export function* compileList(entries: ListEntries, options: CompileOptions): Steps<CompiledList> {
  const { category, key, secret, addedAt, now, serial, before } = options;
  const today = utcDayOf(now);
  const sections: Section[] = [];
  const counts: { kind: 'url' | 'address'; entries: number }[] = [];
  for (const kind of ['url', 'address'] as const) {
    const sorted = yield* sortFingerprints(kind === 'url' ? entries.urls : entries.addresses);
    const kept = kind === 'url' ? yield* without(sorted, entries.allowed) : sorted;
    if (kept.high.length === 0) continue;
    counts.push({ kind, entries: kept.high.length });
    const days = yield* byFirstDay(kept, daysOf(before, kind), today);
    for (const { day, fingerprints } of days) {
      sections.push({
        kind,
        category,
        action: 'caution',
        group: day,
        fingerprintBits: LIST_FINGERPRINT_BITS,
        fingerprints,
      });
    }
  }
  const none = { high: new Uint32Array(0), low: new Uint32Array(0) };
  const snapshot: Snapshot = {
    serial,
    publishedAt: now,
    epoch: { key, startedAt: addedAt, plannedEntries: MAX_LIST_ENTRIES },
    sections: sections.sort(compareSections),
    exclusions: none,
    opaque: [],
  };
  const state = yield* encodeSnapshotInSteps(snapshot);
  const device = yield* compileForDevice(snapshot, secret);
  return { state, device, sections: counts };
}

function daysOf(before: Snapshot | null, wanted: 'url' | 'address'): readonly ListedDay[] {
  return (before?.sections ?? [])
    .filter(({ kind, fingerprintBits }) => kind === wanted && fingerprintBits === LIST_FINGERPRINT_BITS)
    .map(({ group, fingerprints }) => ({ day: group, fingerprints }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

function* without({ high, low }: FingerprintList, allowed: Hash64Set): Steps<FingerprintList> {
  if (allowed.count() === 0) return { high, low };
  let kept = 0;
  for (let start = 0; start < high.length; start += ENTRIES_PER_STEP) {
    const end = Math.min(high.length, start + ENTRIES_PER_STEP);
    for (let index = start; index < end; index++) {
      const highWord = high[index] ?? 0;
      const lowWord = low[index] ?? 0;
      if (allowed.has(highWord, lowWord)) continue;
      high[kept] = highWord;
      low[kept] = lowWord;
      kept++;
    }
    yield;
  }
  return { high: high.subarray(0, kept), low: low.subarray(0, kept) };
}
