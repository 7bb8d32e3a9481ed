import { fail, ok, type Result } from '../result.ts';
import { ENTRIES_PER_STEP, runSteps, type Steps } from '../steps.ts';
import { decodeDeltaInSteps, type DeltaDecodeFailure } from './decode-delta.ts';
import type { Delta, DeltaSection, ListChange } from './delta-layout.ts';
import {
  compareSections,
  falsePositiveRateOfSections,
  isSameEpoch,
  MAX_FALSE_POSITIVE_RATE,
  NO_FINGERPRINTS,
  type FingerprintList,
  type OpaqueSection,
  type Section,
  type Snapshot,
} from './snapshot.ts';
import { encodeSnapshotInSteps } from './encode-snapshot.ts';
import { knownStateDigest, stateDigestOfBytes } from './state-digest.ts';

export type DeltaFailure =
  | DeltaDecodeFailure
  | { readonly kind: 'other-epoch' }
  | { readonly kind: 'other-serial'; readonly fromSerial: number }
  /** The snapshot is not the delta's start, or the result is not the promised state. */
  | { readonly kind: 'wrong-digest'; readonly of: 'from' | 'to' }
  | { readonly kind: 'does-not-fit'; readonly field: DeltaMismatch };

export type DeltaMismatch =
  | 'sectionCount'
  | 'name'
  | 'sectionOrder'
  | 'fingerprintBits'
  | 'fromCount'
  | 'added'
  | 'falsePositiveRate'
  | 'opaque';

const mismatch = (field: DeltaMismatch): Result<never, DeltaFailure> => fail({ kind: 'does-not-fit', field });

/**
 * Checks the delta's `to` digest, and its `from` digest if that of `from` is known. Opaque sections may be views of
 * `delta`; unchanged sections are shared with `from`.
 */
export async function applyDelta(from: Snapshot, delta: Uint8Array): Promise<Result<Snapshot, DeltaFailure>> {
  const reached = runSteps(applyDeltasInSteps(from, [delta]));
  if (!reached.ok) return reached;
  const { snapshot, bytes, promised } = reached.value;
  const isPromised = promised === undefined || (await stateDigestOfBytes(bytes)) === promised;
  return isPromised ? ok(snapshot) : fail({ kind: 'wrong-digest', of: 'to' });
}

/** `bytes` is the base file of `snapshot`. */
export interface UpdatedSnapshot {
  readonly snapshot: Snapshot;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** State digest that the last delta promises for `bytes`. */
  readonly promised: string | undefined;
}

/**
 * Does not check the reached state: WebCrypto digests `bytes` faster than steps could, so the caller compares with
 * `promised`.
 */
export function* applyDeltasInSteps(
  from: Snapshot,
  deltas: readonly Uint8Array[],
): Steps<Result<UpdatedSnapshot, DeltaFailure>> {
  let snapshot = from;
  let promised = knownStateDigest(from);
  for (const bytes of deltas) {
    const delta = yield* decodeDeltaInSteps(bytes);
    if (!delta.ok) return delta;
    const { fromDigest, toDigest } = delta.value;
    if (promised !== undefined && fromDigest !== promised) return fail({ kind: 'wrong-digest', of: 'from' });
    const next = yield* applyDecoded(snapshot, delta.value);
    if (!next.ok) return next;
    snapshot = next.value;
    promised = toDigest;
  }
  return ok({ snapshot, bytes: yield* encodeSnapshotInSteps(snapshot), promised });
}

function* applyDecoded(from: Snapshot, delta: Delta): Steps<Result<Snapshot, DeltaFailure>> {
  if (!isSameEpoch(from.epoch, delta.epoch)) return fail({ kind: 'other-epoch' });
  if (delta.fromSerial !== from.serial) return fail({ kind: 'other-serial', fromSerial: delta.fromSerial });
  if (delta.fromSectionCount !== from.sections.length) return mismatch('sectionCount');

  const sections: Section[] = [];
  for (const part of delta.sections) {
    const section = yield* applySection(from.sections, part);
    if (!section.ok) return section;
    const before = sections.at(-1);
    if (before !== undefined && compareSections(before, section.value) >= 0) return mismatch('sectionOrder');
    sections.push(section.value);
  }
  const rate = falsePositiveRateOfSections(
    sections.map(({ fingerprints, fingerprintBits }) => ({
      entries: fingerprints.high.length,
      fingerprintBits,
    })),
  );
  if (rate > MAX_FALSE_POSITIVE_RATE) return mismatch('falsePositiveRate');

  const exclusions = yield* applyChange(from.exclusions, delta.exclusions);
  if (!exclusions.ok) return exclusions;
  const opaque: OpaqueSection[] = [];
  for (const { name, bytes } of delta.opaque) {
    const before = from.opaque.find((candidate) => candidate.name === name);
    const kept = bytes ?? before?.bytes;
    if (kept === undefined) return mismatch('opaque');
    opaque.push({ name, bytes: kept });
  }
  return ok({
    serial: delta.toSerial,
    publishedAt: delta.publishedAt,
    epoch: from.epoch,
    sections,
    exclusions: exclusions.value,
    opaque,
  });
}

function* applySection(
  from: readonly Section[],
  { source, name, change }: DeltaSection,
): Steps<Result<Section, DeltaFailure>> {
  const origin = source === null ? undefined : from[source];
  if (origin !== undefined && name !== null) {
    if (compareSections(origin, name) === 0) return mismatch('name');
    if (origin.fingerprintBits !== name.fingerprintBits) return mismatch('fingerprintBits');
  }
  const named = name ?? origin;
  if (named === undefined) return mismatch('name');
  const { kind, category, action, group, fingerprintBits } = named;
  const before = origin?.fingerprints ?? NO_FINGERPRINTS;
  if (change === null) return ok({ kind, category, action, group, fingerprintBits, fingerprints: before });
  if (change.fingerprintBits !== fingerprintBits) return mismatch('fingerprintBits');
  const fingerprints = yield* applyChange(before, change);
  if (!fingerprints.ok) return fingerprints;
  return ok({ kind, category, action, group, fingerprintBits, fingerprints: fingerprints.value });
}

function* applyChange(
  from: FingerprintList,
  { fromCount, removed, added }: ListChange,
): Steps<Result<FingerprintList, DeltaFailure>> {
  if (fromCount !== from.high.length) return mismatch('fromCount');
  if (removed.high.length === 0 && added.high.length === 0) return ok(from);
  const count = fromCount - removed.high.length + added.high.length;
  const merge = new ListMerge(from, removed, added, count);
  while (!merge.isDone) {
    if (!merge.step(ENTRIES_PER_STEP)) return mismatch('added');
    yield;
  }
  return ok(merge.into);
}

class ListMerge {
  readonly into: FingerprintList;
  readonly #from: FingerprintList;
  readonly #removed: FingerprintList;
  readonly #added: FingerprintList;
  #read = 0;
  #removedRead = 0;
  #addedRead = 0;
  #written = 0;

  constructor(from: FingerprintList, removed: FingerprintList, added: FingerprintList, count: number) {
    this.#from = from;
    this.#removed = removed;
    this.#added = added;
    this.into = { high: new Uint32Array(count), low: new Uint32Array(count) };
  }

  get isDone(): boolean {
    return this.#read === this.#from.high.length && this.#addedRead === this.#added.high.length;
  }

  /** @returns false if the old list has an added fingerprint, even one that the delta removes */
  step(entries: number): boolean {
    const { high: fromHigh, low: fromLow } = this.#from;
    const { high: addedHigh, low: addedLow } = this.#added;
    const removed = this.#removed.high;
    const { high, low } = this.into;
    const fromCount = fromHigh.length;
    const addedCount = addedHigh.length;
    let read = this.#read;
    let removedRead = this.#removedRead;
    let addedRead = this.#addedRead;
    let written = this.#written;
    for (let step = 0; step < entries && (read < fromCount || addedRead < addedCount); step++) {
      const order =
        read === fromCount
          ? 1
          : addedRead === addedCount
            ? -1
            : (fromHigh[read] ?? 0) - (addedHigh[addedRead] ?? 0) ||
              (fromLow[read] ?? 0) - (addedLow[addedRead] ?? 0);
      if (order === 0) return false;
      if (order > 0) {
        high[written] = addedHigh[addedRead] ?? 0;
        low[written++] = addedLow[addedRead++] ?? 0;
      } else if (removed[removedRead] === read) {
        removedRead++;
        read++;
      } else {
        high[written] = fromHigh[read] ?? 0;
        low[written++] = fromLow[read++] ?? 0;
      }
    }
    this.#read = read;
    this.#removedRead = removedRead;
    this.#addedRead = addedRead;
    this.#written = written;
    return true;
  }
}
