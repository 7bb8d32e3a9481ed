import { describe, expect, test } from 'vitest';
import { decodeSnapshot } from '../../../src/core/snapshot/decode-snapshot.ts';
import { encodeSnapshot } from '../../../src/core/snapshot/encode-snapshot.ts';
import { sharedDataMissing } from '../../shared-data.ts';
import { RealHistory } from './real-history.ts';
import { deltaApplied, deltaOf } from './deltas.ts';

// `npm run soak -- snapshot` does the same with every hour of the three months.
describe.skipIf(sharedDataMissing)('over real hours of a real feed', () => {
  test('deltas lead to the base of the next hour, byte for byte', () => {
    const history = new RealHistory();
    let serial = 1;
    let state = encodeSnapshot(history.snapshotAt(history.firstHour, serial));
    let changed = 0;
    // A day of hours every three weeks, and the weeks between them in one step.
    for (let week = 0; week < 12; week += 3) {
      for (let hour = 0; hour < 24; hour++) {
        const from = decodeSnapshot(state);
        if (!from.ok) throw new Error(from.failure.kind);
        serial++;
        const to = history.snapshotAt(history.firstHour + (week * 168 + hour) * 3600, serial);
        const base = encodeSnapshot(to);
        const applied = deltaApplied(from.value, deltaOf(from.value, to));
        if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
        state = encodeSnapshot(applied.value);
        expect(Buffer.compare(state, base)).toBe(0);
        if (Buffer.compare(base.subarray(44), encodeSnapshot(from.value).subarray(44)) !== 0) changed++;
      }
    }
    // The feed is fetched twice a day: most hours bring nothing new, and a gate must not see only those.
    expect(changed).toBeGreaterThan(5);
  });
});
