import { createHash } from 'node:crypto';
import { type DeltaFailure, applyDeltasInSteps } from '../../../src/core/snapshot/apply-delta.ts';
import { encodeSnapshot } from '../../../src/core/snapshot/encode-snapshot.ts';
import { makeDelta } from '../../../src/core/snapshot/make-delta.ts';
import { fail, ok, type Result } from '../../../src/core/result.ts';
import type { Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { runSteps } from '../../../src/core/steps.ts';

// Making and applying deltas without a promise, for the many that properties and simulations make: Node digests at once.

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes.subarray(0, 8)).update(bytes.subarray(16)).digest('hex');
}

export function deltaOf(from: Snapshot, to: Snapshot): Uint8Array<ArrayBuffer> {
  return makeDelta(from, to, { from: digestOf(encodeSnapshot(from)), to: digestOf(encodeSnapshot(to)) });
}

export function chainApplied(from: Snapshot, deltas: readonly Uint8Array[]): Result<Snapshot, DeltaFailure> {
  const reached = runSteps(applyDeltasInSteps(from, deltas));
  if (!reached.ok) return reached;
  const { snapshot, bytes, promised } = reached.value;
  return promised === undefined || digestOf(bytes) === promised
    ? ok(snapshot)
    : fail({ kind: 'wrong-digest', of: 'to' });
}

export function deltaApplied(from: Snapshot, delta: Uint8Array): Result<Snapshot, DeltaFailure> {
  return chainApplied(from, [delta]);
}
