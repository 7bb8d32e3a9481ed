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
import type { Category } from '../../../../core/verdict/verdict.ts';
import type { ListEntries } from './list-entries.ts';
import { LIST_FINGERPRINT_BITS, MAX_LIST_ENTRIES } from './list-limits.ts';
import { sortFingerprints } from './sort-fingerprints.ts';

export interface CompiledList {
  /** Canonical encoding, for rebuilding the device form. */
  readonly state: Uint8Array<ArrayBuffer>;
  readonly device: DeviceSnapshot;
  readonly sections: readonly { readonly kind: Section['kind']; readonly entries: number }[];
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
}

/** Yields every few milliseconds. */
export function* compileList(entries: ListEntries, options: CompileOptions): Steps<CompiledList> {
  const { category, key, secret, addedAt, now, serial } = options;
  const sections: Section[] = [];
  for (const kind of ['url', 'address'] as const) {
    const sorted = yield* sortFingerprints(kind === 'url' ? entries.urls : entries.addresses);
    const fingerprints = kind === 'url' ? yield* without(sorted, entries.allowed) : sorted;
    if (fingerprints.high.length === 0) continue;
    sections.push({
      kind,
      category,
      action: 'caution',
      // Lookups name the list instead: its name may be too long for a group.
      group: 'list',
      fingerprintBits: LIST_FINGERPRINT_BITS,
      fingerprints,
    });
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
  return {
    state,
    device,
    sections: sections.map(({ kind, fingerprints }) => ({ kind, entries: fingerprints.high.length })),
  };
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
