import { ENTRY_KINDS } from '../hash/entry-kind.ts';
import { runSteps } from '../steps.ts';
import { CATEGORIES, LEVELS } from '../verdict/verdict.ts';
import { ByteWriter } from './byte-writer.ts';
import {
  DIGEST_BYTES,
  FORMAT_VERSION,
  HAS_CHANGE,
  HAS_NAME,
  MAGIC,
  NO_SOURCE,
  type Delta,
  type ListChange,
} from './delta-layout.ts';
import { encodeRiceInSteps } from './encode-rice.ts';
import { fingerprintUniverse, indexUniverse } from './rice-parameter.ts';
import { nameBytes } from './snapshot-layout.ts';
import { MAX_UINT32 } from './snapshot.ts';

/** @throws RangeError for what the decoder would refuse */
export function encodeDelta(delta: Delta): Uint8Array<ArrayBuffer> {
  const content = new ByteWriter();
  const writer = new ByteWriter();
  writer.uint32(MAGIC);
  writer.uint8(FORMAT_VERSION);
  writer.uint8(0);
  writer.uint16(0);
  writer.uint32(requirePositive(delta.fromSerial));
  writer.uint32(requirePositive(delta.toSerial));
  writer.uint32(delta.publishedAt);
  writer.bytes(delta.epoch.key);
  writer.uint32(delta.epoch.startedAt);
  writer.uint32(requirePositive(delta.epoch.plannedEntries));
  writer.bytes(fromHex(delta.fromDigest));
  writer.bytes(fromHex(delta.toDigest));
  writer.uint16(delta.fromSectionCount);
  writer.uint16(delta.sections.length);
  writer.uint16(delta.opaque.length);
  // The exclusions' record precedes the sections' records; the exclusions' content follows the sections' content.
  const exclusionContent = new ByteWriter();
  writeChange(delta.exclusions, writer, exclusionContent);
  for (const { source, name, change } of delta.sections) {
    writer.uint16(source ?? NO_SOURCE);
    writer.uint8((name === null ? 0 : HAS_NAME) | (change === null ? 0 : HAS_CHANGE));
    if (name !== null) {
      const group = nameBytes(name.group);
      writer.uint8(ENTRY_KINDS.indexOf(name.kind));
      writer.uint8(CATEGORIES.indexOf(name.category));
      writer.uint8(LEVELS.indexOf(name.action));
      writer.uint8(name.fingerprintBits);
      writer.uint8(group.length);
      writer.bytes(group);
    }
    if (change !== null) writeChange(change, writer, content);
  }
  for (const { name, bytes } of delta.opaque) {
    const encoded = nameBytes(name);
    writer.uint8(encoded.length);
    writer.uint8(bytes === null ? 0 : 1);
    writer.uint32(bytes?.length ?? 0);
    writer.bytes(encoded);
  }
  writer.bytes(content.toBytes());
  writer.bytes(exclusionContent.toBytes());
  for (const { bytes } of delta.opaque) if (bytes !== null) writer.bytes(bytes);
  return writer.toBytes();
}

function writeChange(change: ListChange, writer: ByteWriter, content: ByteWriter): void {
  const { fromCount, fingerprintBits, removed, added } = change;
  const removedBytes = runSteps(encodeRiceInSteps(removed, indexUniverse(fromCount)));
  const addedBytes = runSteps(encodeRiceInSteps(added, fingerprintUniverse(fingerprintBits)));
  writer.uint32(fromCount);
  writer.uint32(removed.high.length);
  writer.uint32(added.high.length);
  writer.uint32(removedBytes.length);
  writer.uint32(addedBytes.length);
  writer.uint8(fingerprintBits);
  writer.uint8(0);
  writer.uint16(0);
  content.bytes(removedBytes);
  content.bytes(addedBytes);
}

function requirePositive(value: number): number {
  if (value < 1 || value > MAX_UINT32) throw new RangeError(`${value} where 1 to 2³² − 1 is expected`);
  return value;
}

function fromHex(hex: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new RangeError('a digest that is no SHA-256 in hex');
  return Uint8Array.from({ length: DIGEST_BYTES }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}
