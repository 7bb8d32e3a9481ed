import type { FingerprintList } from '../snapshot/snapshot.ts';
import type { BloomParameters } from './bloom-parameters.ts';
import { BloomFilter } from './bloom-filter.ts';
import { BloomFilterBuilder } from './bloom-filter-builder.ts';
import type { KeySelector, MembershipFilter } from '../hash/membership.ts';

/** Length of an installation secret, bytes. */
export const SECRET_BYTES = 16;

/** Of the resident filter: the share of absent expressions that cause a read of the verification table. A fraction. */
export const RESIDENT_FALSE_POSITIVE_RATE = 1e-3;

/**
 * Turns the leading 40 bits of a hash into the two words that the probes start from, by a function that only this
 * installation knows. Every fingerprint has these 40 bits, whatever its length.
 *
 * Without it, who publishes a page could search for links that are false hits of the resident filter for all readers at once, and
 * make each of them read the disk for every link. Multiplications and shifts are enough against that: nothing is
 * learned from a hit, and a false hit is never shown.
 */
export class Remix {
  readonly #a: number;
  readonly #b: number;
  readonly #c: number;
  readonly #d: number;

  /** @throws RangeError if the secret has another length than `SECRET_BYTES` */
  constructor(secret: Uint8Array) {
    if (secret.length !== SECRET_BYTES) throw new RangeError(`a secret of ${secret.length} bytes`);
    const view = new DataView(secret.buffer, secret.byteOffset, secret.byteLength);
    this.#a = view.getInt32(0, true);
    this.#b = view.getInt32(4, true);
    this.#c = view.getInt32(8, true);
    this.#d = view.getInt32(12, true);
  }

  first(high: number, low: number): number {
    let x = Math.imul(high ^ this.#a, 0x9e3779b1);
    x ^= x >>> 15;
    x = (x + Math.imul((low >>> 24) ^ this.#b, 0x85ebca77)) | 0;
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae3d);
    return x ^ (x >>> 16);
  }

  second(high: number, low: number): number {
    let y = Math.imul(high ^ this.#c, 0x27d4eb2f);
    y ^= y >>> 13;
    y = (y + Math.imul((low >>> 24) ^ this.#d, 0x165667b1)) | 0;
    y = Math.imul(y ^ (y >>> 15), 0x9e3779b1);
    return y ^ (y >>> 16);
  }
}

/** The resident filter: a classical Bloom filter over remixed leading bits. */
export class ResidentFilter implements MembershipFilter, KeySelector {
  readonly #filter: BloomFilter;
  readonly #remix: Remix;
  #remixed = new Int32Array(64);

  /** @throws RangeError if bits and parameters do not fit together, or the secret has another length */
  constructor(bits: Uint8Array, parameters: BloomParameters, secret: Uint8Array) {
    this.#filter = new BloomFilter(bits, parameters);
    this.#remix = new Remix(secret);
  }

  mayContain(high: number, low: number): boolean {
    return this.#filter.mayContain(this.#remix.first(high, low), this.#remix.second(high, low));
  }

  /** `mayContain` for many keys in one call. */
  select(words: Uint32Array, keyCount: number, passing: Uint32Array): number {
    if (keyCount * 2 > this.#remixed.length) this.#remixed = new Int32Array(keyCount * 2);
    const remixed = this.#remixed;
    const remix = this.#remix;
    for (let key = 0; key < keyCount; key++) {
      const high = words[key * 2] ?? 0;
      const low = words[key * 2 + 1] ?? 0;
      remixed[key * 2] = remix.first(high, low);
      remixed[key * 2 + 1] = remix.second(high, low);
    }
    return this.#filter.select(remixed, keyCount, passing);
  }
}

/** Builds the bits of a `ResidentFilter`. */
export class ResidentFilterBuilder {
  readonly parameters: BloomParameters;
  readonly #builder: BloomFilterBuilder;
  readonly #remix: Remix;

  /** @param entryCount - distinct entries to come; 0 is taken for 1 */
  constructor(entryCount: number, secret: Uint8Array) {
    this.#builder = BloomFilterBuilder.for(Math.max(1, entryCount), RESIDENT_FALSE_POSITIVE_RATE);
    this.#remix = new Remix(secret);
    this.parameters = this.#builder.parameters;
  }

  /** Adds the fingerprints `from` to `to` − 1 of a list. */
  addAll({ high, low }: FingerprintList, from: number, to: number): void {
    const remixed = new Int32Array((to - from) * 2);
    const remix = this.#remix;
    for (let index = from; index < to; index++) {
      const place = (index - from) * 2;
      const leading = high[index] ?? 0;
      const rest = low[index] ?? 0;
      remixed[place] = remix.first(leading, rest);
      remixed[place + 1] = remix.second(leading, rest);
    }
    this.#builder.addAll(remixed, to - from);
  }

  bits(): Uint8Array<ArrayBuffer> {
    return this.#builder.bits();
  }
}
