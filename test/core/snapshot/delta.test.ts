import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChainInSteps, applyDelta, decodeDelta, makeDelta } from '../../../src/core/snapshot/delta.ts';
import { decodeSnapshot } from '../../../src/core/snapshot/decode-snapshot.ts';
import { encodeSnapshot } from '../../../src/core/snapshot/encode-snapshot.ts';
import type { Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { runSteps } from '../../../src/core/steps.ts';
import { anyHistory, aSection, aSnapshot, fingerprintsOf, randomHashes } from './snapshot-builders.ts';

/** A snapshot as a client has it: read from bytes, with nothing remembered of how it was made. */
function fetched(snapshot: Snapshot): Snapshot {
  const decoded = decodeSnapshot(encodeSnapshot(snapshot));
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.failure));
  return decoded.value;
}

describe('a delta', () => {
  test('leads from any snapshot of an epoch to any other, byte for byte', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        for (const from of history) {
          for (const to of history) {
            const applied = applyDelta(fetched(from), makeDelta(from, to));
            if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
            expect(encodeSnapshot(applied.value)).toEqual(encodeSnapshot(to));
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test('can be one of a chain, of which only the end is checked', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const [first, ...later] = history;
        const last = history.at(-1);
        if (first === undefined || last === undefined) return;
        const deltas = later.map((to, index) => makeDelta(history[index] ?? to, to));
        const applied = runSteps(applyChainInSteps(fetched(first), deltas));
        if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
        expect(encodeSnapshot(applied.value)).toEqual(encodeSnapshot(last));
      }),
      { numRuns: 100 },
    );
  });

  test('follows a renamed section instead of sending it again', () => {
    const fingerprints = fingerprintsOf(randomHashes(1000, 5), 50);
    const from = aSnapshot({ sections: [aSection({ group: 'old', fingerprints })] });
    const to = aSnapshot({ serial: 8, sections: [aSection({ group: 'new', fingerprints })] });
    const delta = makeDelta(from, to);
    expect(delta.length).toBeLessThan(200);
    const decoded = decodeDelta(delta);
    expect(decoded.ok && decoded.value.sections).toMatchObject([
      { source: 0, name: { group: 'new' }, change: null },
    ]);
    expect(applyDelta(from, delta).ok).toBe(true);
  });
});
