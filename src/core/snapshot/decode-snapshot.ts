import { fail, ok, type Result } from '../result.ts';
import { runSteps, type Steps } from '../steps.ts';
import { ByteReader } from './byte-reader.ts';
import { decodeRiceInSteps } from './decode-rice.ts';
import { fingerprintUniverse } from './rice-parameter.ts';
import {
  MAX_SNAPSHOT_BYTES,
  readLayout,
  type SnapshotFailure,
  type SnapshotLayout,
} from './snapshot-layout.ts';
import type { OpaqueSection, Section, Snapshot } from './snapshot.ts';

/**
 * Checks shape, not origin: find the file's SHA-256 in a verified index first. Opaque sections are views of `bytes`.
 */
export function decodeSnapshot(bytes: Uint8Array): Result<Snapshot, SnapshotFailure> {
  return runSteps(decodeSnapshotInSteps(bytes));
}

export function* decodeSnapshotInSteps(bytes: Uint8Array): Steps<Result<Snapshot, SnapshotFailure>> {
  if (bytes.length > MAX_SNAPSHOT_BYTES) return fail({ kind: 'too-large', byteLength: bytes.length });
  const reader = new ByteReader(bytes);
  const layout = readLayout(reader);
  if (!layout.ok) return layout;
  const { serial, publishedAt, epoch, exclusionCount, exclusionBytes } = layout.value;

  const sections: Section[] = [];
  for (const { kind, category, action, group, fingerprintBits, entryCount, byteLength } of layout.value
    .sections) {
    const fingerprints = yield* decodeRiceInSteps(
      reader.take(byteLength),
      entryCount,
      fingerprintUniverse(fingerprintBits),
    );
    if (fingerprints === null) return fail({ kind: 'malformed', field: 'fingerprints' });
    sections.push({ kind, category, action, group, fingerprintBits, fingerprints });
  }
  const exclusions = yield* decodeRiceInSteps(
    reader.take(exclusionBytes),
    exclusionCount,
    fingerprintUniverse(64),
  );
  if (exclusions === null) return fail({ kind: 'malformed', field: 'exclusions' });
  const opaque: OpaqueSection[] = layout.value.opaque.map(({ name, byteLength }) => ({
    name,
    bytes: reader.take(byteLength),
  }));
  return ok({ serial, publishedAt, epoch, sections, exclusions, opaque });
}

export function inspectSnapshot(bytes: Uint8Array): Result<SnapshotLayout, SnapshotFailure> {
  if (bytes.length > MAX_SNAPSHOT_BYTES) return fail({ kind: 'too-large', byteLength: bytes.length });
  return readLayout(new ByteReader(bytes));
}
