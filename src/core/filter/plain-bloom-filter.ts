import { halfSipHash, type EpochKey } from '../hash/half-sip-hash.ts';
import type { FingerprintList } from '../snapshot/snapshot.ts';
import type { MembershipFilter } from '../hash/membership.ts';
import type { PlainBloomFile } from './plain-bloom-file.ts';
import {
  ShardedBloomFilter,
  ShardedBloomFilterBuilder,
  shardedParametersFor,
} from './sharded-bloom-filter.ts';

/**
 * Takes an entry's full 64-bit hash (`EntryHasher`) but uses only its leading r bits, as snapshots have no more. Padded
 * with zeros, they would make poor probes, so the 8 bytes are hashed again under the same key. Entries that agree in r
 * bits count as one, which adds at most 2⁻³⁰ to the rate if r ≥ log₂ N + 30.
 */
export class PlainBloomFilter implements MembershipFilter {
  readonly #filter: ShardedBloomFilter;
  readonly #probeHash: ProbeHash;

  constructor({ bits, parameters, hashBits, hashKey }: PlainBloomFile) {
    this.#filter = new ShardedBloomFilter(bits, parameters);
    this.#probeHash = new ProbeHash(hashKey, hashBits);
  }

  mayContain(high: number, low: number): boolean {
    const hash = this.#probeHash.of(high, low);
    return this.#filter.mayContain(hash.high, hash.low);
  }
}

export interface PlainBloomTask {
  /** Epoch key of the entries. */
  readonly hashKey: EpochKey;
  /** Together at least one entry. */
  readonly lists: readonly { readonly fingerprintBits: number; readonly fingerprints: FingerprintList }[];
  /** Per expression, 0 < p < 1. */
  readonly falsePositiveRate: number;
}

export function buildPlainBloom({ hashKey, lists, falsePositiveRate }: PlainBloomTask): PlainBloomFile {
  const entryCount = lists.reduce((sum, { fingerprints }) => sum + fingerprints.high.length, 0);
  const parameters = shardedParametersFor(entryCount, falsePositiveRate);
  const hashBits = Math.min(...lists.map((list) => list.fingerprintBits));
  const builder = new ShardedBloomFilterBuilder(parameters);
  const probeHash = new ProbeHash(hashKey, hashBits);
  for (const { fingerprints } of lists) {
    for (let entry = 0; entry < fingerprints.high.length; entry++) {
      const hash = probeHash.of(fingerprints.high[entry] ?? 0, fingerprints.low[entry] ?? 0);
      builder.add(hash.high, hash.low);
    }
  }
  return { hashBits, hashKey, entryCount, parameters, bits: builder.bits() };
}

/** H(key, the leading r bits of a hash). */
class ProbeHash {
  readonly #key: EpochKey;
  readonly #lowMask: number;
  readonly #bytes = new Uint8Array(8);
  readonly #view = new DataView(this.#bytes.buffer);

  constructor(key: EpochKey, hashBits: number) {
    this.#key = key;
    this.#lowMask = -1 << (64 - hashBits);
  }

  of(high: number, low: number): { readonly high: number; readonly low: number } {
    this.#view.setUint32(0, high, true);
    this.#view.setUint32(4, low & this.#lowMask, true);
    return halfSipHash(this.#key, this.#bytes);
  }
}
