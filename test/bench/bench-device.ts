import { compileForDevice, type DeviceSnapshot } from '../../src/core/filter/compile-for-device.ts';
import { EntryHasher } from '../../src/core/hash/entry-hash.ts';
import { fingerprintBitsFor, type Snapshot } from '../../src/core/snapshot/snapshot.ts';
import { runSteps } from '../../src/core/steps.ts';

export const EPOCH_KEY = Uint8Array.of(9, 8, 7, 6, 5, 4, 3, 2);
export const SECRET = Uint8Array.from({ length: 16 }, (_, index) => index * 7 + 1);

/** The device form of a list of hosts, each listed whole. */
export function deviceSnapshotOf(hosts: readonly string[]): DeviceSnapshot {
  const hasher = new EntryHasher(EPOCH_KEY);
  const fingerprintBits = fingerprintBitsFor(hosts.length);
  const words = new Float64Array(hosts.length);
  const lows = new Map<number, number>();
  for (const [index, host] of hosts.entries()) {
    const { high, low } = hasher.url(host, '/');
    words[index] = high;
    lows.set(high, low);
  }
  words.sort();
  const high = Uint32Array.from(words).filter((word, index, all) => word !== all[index - 1]);
  const rest = 64 - fingerprintBits;
  const low = high.map((word) => (((lows.get(word) ?? 0) >>> rest) << rest) >>> 0);
  const snapshot: Snapshot = {
    serial: 1,
    publishedAt: 1,
    epoch: { key: EPOCH_KEY, startedAt: 1, plannedEntries: hosts.length },
    sections: [
      {
        kind: 'url',
        category: 'phishing',
        action: 'danger',
        group: 'bench',
        fingerprintBits,
        fingerprints: { high, low },
      },
    ],
    exclusions: { high: new Uint32Array(0), low: new Uint32Array(0) },
    opaque: [],
  };
  return runSteps(compileForDevice(snapshot, SECRET));
}
