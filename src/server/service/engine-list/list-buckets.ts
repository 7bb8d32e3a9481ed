import type { TableFile } from '../list/table-file.ts';
import { encodeBucket, sectionId, type BucketSection } from './list-bucket.ts';
import { bucketCount } from './list-places.ts';

export const DIGEST_BYTES = 8;

/** Valid until the next bucket is read. */
export interface Bucket {
  /** Within its shard. */
  readonly number: number;
  /** `DIGEST_BYTES`; depends on entries and section ids only. */
  readonly digest: Buffer;
  /** Lazy: several times slower than the digest, and rarely needed. */
  readonly encode: () => Uint8Array;
}

/** Includes empty buckets, so that missing ones are detected. */
export async function* bucketsOf(
  table: TableFile,
  shard: number,
  prefixBits: number,
): AsyncGenerator<Bucket, void, void> {
  const { epochKey, sections } = table.header;
  const ids = sections.map((section) => sectionId(section, section.fingerprintBits, epochKey));
  if (new Set(ids).size < ids.length) throw new RangeError('two sections have the same id');
  const count = bucketCount(prefixBits);
  const firstPrefix = shard * count;
  const shift = 32 - prefixBits;
  const rows = new GatheredRows(ids);
  const bucketAt = (number: number): Bucket => {
    const prefix = firstPrefix + number;
    return {
      number,
      digest: rows.digest(),
      encode: () =>
        encodeBucket(
          { epochKey, prefixBits, prefix },
          rows.bySection((index) => sections[index]?.fingerprintBits ?? 0),
        ),
    };
  };
  const firstHigh = (firstPrefix << shift) >>> 0;
  let number = 0;
  for await (const part of table.parts(firstHigh, firstHigh + count * 2 ** shift - 1)) {
    for (let row = 0; row < part.rowCount; row++) {
      const high = part.high(row);
      const own = (high >>> shift) - firstPrefix;
      if (own < 0) continue;
      if (own >= count) break;
      for (; number < own; number++) {
        yield bucketAt(number);
        rows.clear();
      }
      rows.add(high, part.low(row), part.section(row));
    }
  }
  for (; number < count; number++) {
    yield bucketAt(number);
    rows.clear();
  }
}

class GatheredRows {
  readonly #ids: readonly number[];
  #high = new Uint32Array(1024);
  #low = new Uint32Array(1024);
  #section = new Uint16Array(1024);
  #count = 0;
  #a = 0;
  #b = 0;

  /** @param ids - stable, unlike section numbers */
  constructor(ids: readonly number[]) {
    this.#ids = ids;
    this.clear();
  }

  clear(): void {
    this.#count = 0;
    this.#a = 0x2545f491;
    this.#b = 0x6a09e667;
  }

  add(high: number, low: number, section: number): void {
    if (this.#count === this.#high.length) this.#grow();
    this.#high[this.#count] = high;
    this.#low[this.#count] = low;
    this.#section[this.#count++] = section;
    const id = this.#ids[section] ?? 0;
    // MurmurHash3 (x86, 32 bits) by A. Appleby: detects changes, not attacks.
    this.#a = mix(mix(mix(this.#a, high), low), id | 0);
    this.#b = mix(mix(mix(this.#b, low ^ 0x5bd1e995), high), (id / 2 ** 16) | 0);
  }

  digest(): Buffer {
    const digest = Buffer.alloc(DIGEST_BYTES);
    digest.writeInt32LE(this.#a ^ this.#count, 0);
    digest.writeInt32LE(this.#b, 4);
    return digest;
  }

  bySection(fingerprintBitsOf: (section: number) => number): readonly BucketSection[] {
    const present = [...new Set(this.#section.subarray(0, this.#count))].sort((x, y) => x - y);
    return present.map((section) => {
      const rows: number[] = [];
      for (let row = 0; row < this.#count; row++) if (this.#section[row] === section) rows.push(row);
      return {
        id: this.#ids[section] ?? 0,
        fingerprintBits: fingerprintBitsOf(section),
        fingerprints: {
          high: Uint32Array.from(rows, (row) => this.#high[row] ?? 0),
          low: Uint32Array.from(rows, (row) => this.#low[row] ?? 0),
        },
      };
    });
  }

  #grow(): void {
    const longer = <Words extends Uint32Array | Uint16Array>(into: Words, words: Words): Words => {
      into.set(words);
      return into;
    };
    const length = this.#high.length * 2;
    this.#high = longer(new Uint32Array(length), this.#high);
    this.#low = longer(new Uint32Array(length), this.#low);
    this.#section = longer(new Uint16Array(length), this.#section);
  }
}

function mix(state: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  const mixed = state ^ Math.imul(k, 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}
