import { EPOCH_KEY_BYTES } from '../hash/half-sip-hash.ts';
import { runSteps, type Steps } from '../steps.ts';
import { ByteWriter } from './byte-writer.ts';
import { encodeRiceInSteps } from './encode-rice.ts';
import { fingerprintUniverse, riceParameterFor } from './rice-parameter.ts';
import { MAX_SNAPSHOT_BYTES, writeLayout } from './snapshot-layout.ts';
import {
  compareSections,
  compareText,
  falsePositiveRateOfSections,
  MAX_FALSE_POSITIVE_RATE,
  MAX_FINGERPRINT_BITS,
  MAX_OPAQUE_SECTIONS,
  MAX_SECTIONS,
  MAX_UINT32,
  MIN_FINGERPRINT_BITS,
  type Snapshot,
} from './snapshot.ts';

/**
 * Encodes a base file, the one byte sequence of a snapshot (docs/snapshot-format.md).
 *
 * @throws RangeError for what the decoder would refuse
 */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array<ArrayBuffer> {
  return runSteps(encodeSnapshotInSteps(snapshot));
}

export function* encodeSnapshotInSteps(snapshot: Snapshot): Steps<Uint8Array<ArrayBuffer>> {
  assertWellFormed(snapshot);
  const coded: Uint8Array[] = [];
  for (const { fingerprints, fingerprintBits } of snapshot.sections) {
    coded.push(yield* encodeRiceInSteps(fingerprints, fingerprintUniverse(fingerprintBits)));
  }
  const exclusions = yield* encodeRiceInSteps(snapshot.exclusions, fingerprintUniverse(64));

  const writer = new ByteWriter();
  writeLayout(writer, {
    serial: snapshot.serial,
    publishedAt: snapshot.publishedAt,
    epoch: snapshot.epoch,
    sections: snapshot.sections.map((section, index) => ({
      kind: section.kind,
      category: section.category,
      action: section.action,
      group: section.group,
      fingerprintBits: section.fingerprintBits,
      riceParameter: riceParameterFor(section.fingerprints.high.length, 2 ** section.fingerprintBits),
      entryCount: section.fingerprints.high.length,
      byteLength: coded[index]?.length ?? 0,
    })),
    exclusionCount: snapshot.exclusions.high.length,
    exclusionBytes: exclusions.length,
    opaque: snapshot.opaque.map(({ name, bytes }) => ({ name, byteLength: bytes.length })),
  });
  for (const bytes of coded) writer.bytes(bytes);
  writer.bytes(exclusions);
  for (const { bytes } of snapshot.opaque) writer.bytes(bytes);
  const bytes = writer.toBytes();
  if (bytes.length > MAX_SNAPSHOT_BYTES) throw new RangeError(`a snapshot of ${bytes.length} bytes`);
  return bytes;
}

function assertWellFormed({ serial, publishedAt, epoch, sections, opaque }: Snapshot): void {
  inRange('serial', serial, 1, MAX_UINT32);
  inRange('publishedAt', publishedAt, 0, MAX_UINT32);
  inRange('epoch key length', epoch.key.length, EPOCH_KEY_BYTES, EPOCH_KEY_BYTES);
  inRange('epoch start', epoch.startedAt, 0, MAX_UINT32);
  inRange('plannedEntries', epoch.plannedEntries, 1, MAX_UINT32);
  inRange('number of sections', sections.length, 0, MAX_SECTIONS);
  inRange('number of opaque sections', opaque.length, 0, MAX_OPAQUE_SECTIONS);
  for (const [index, section] of sections.entries()) {
    inRange('fingerprintBits', section.fingerprintBits, MIN_FINGERPRINT_BITS, MAX_FINGERPRINT_BITS);
    const before = sections[index - 1];
    if (before !== undefined && compareSections(before, section) >= 0) {
      throw new RangeError(`section ${index} is out of order or there twice`);
    }
  }
  for (const [index, { name }] of opaque.entries()) {
    const before = opaque[index - 1];
    if (before !== undefined && compareText(before.name, name) >= 0) {
      throw new RangeError(`opaque section ${index} is out of order or there twice`);
    }
  }
  const rate = falsePositiveRateOfSections(
    sections.map((section) => ({
      entries: section.fingerprints.high.length,
      fingerprintBits: section.fingerprintBits,
    })),
  );
  if (rate > MAX_FALSE_POSITIVE_RATE) {
    throw new RangeError(
      `a false-positive rate of ${rate}: the epoch is planned for fewer entries; begin a new one`,
    );
  }
}

function inRange(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) throw new RangeError(`${name} ${value}`);
}
