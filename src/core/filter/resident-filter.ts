import type { FingerprintList } from '../snapshot/snapshot.ts';
import type { BloomParameters } from './bloom-parameters.ts';
import { BloomFilter } from './bloom-filter.ts';
import { BloomFilterBuilder } from './bloom-filter-builder.ts';
import type { KeySelector, MembershipFilter } from '../hash/membership.ts';

export const SECRET_BYTES = 16;

/** Fraction of absent expressions that cause a read of the verification table. */
export const RESIDENT_FALSE_POSITIVE_RATE = 1e-3;

/**
 * Maps the leading 40 bits of a hash, which every fingerprint has, to two probe words. Without the secret, a page could
 * hold links that are false hits for all readers, and each reader's browser would read the disk. No cryptographic hash
 * is needed: a hit reveals nothing, and false hits are never shown.
 */
export class Remix {
  readonly #a: number;
  readonly #b: number;
  readonly #c: number;
  readonly #d: number;

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

export class ResidentFilter implements MembershipFilter, KeySelector {
  readonly #filter: BloomFilter;
  readonly #remix: Remix;
  #remixed = new Int32Array(64);

  constructor(bits: Uint8Array, parameters: BloomParameters, secret: Uint8Array) {
    this.#filter = new BloomFilter(bits, parameters);
    this.#remix = new Remix(secret);
  }

  mayContain(high: number, low: number): boolean {
    return this.#filter.mayContain(this.#remix.first(high, low), this.#remix.second(high, low));
  }

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

export class ResidentFilterBuilder {
  readonly parameters: BloomParameters;
  readonly #builder: BloomFilterBuilder;
  readonly #remix: Remix;

  /** @param entryCount - distinct; 0 counts as 1 */
  constructor(entryCount: number, secret: Uint8Array) {
    this.#builder = BloomFilterBuilder.for(Math.max(1, entryCount), RESIDENT_FALSE_POSITIVE_RATE);
    this.#remix = new Remix(secret);
    this.parameters = this.#builder.parameters;
  }

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
