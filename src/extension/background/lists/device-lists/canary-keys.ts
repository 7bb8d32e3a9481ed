import { EntryHasher } from '../../../../core/hash/entry-hash.ts';
import type { Steps } from '../../../../core/steps.ts';
import { readLink } from '../../../../core/url/read-link.ts';
import { canaries } from '../canaries.ts';
import { cutLow } from './list-fingerprint.ts';

/** About 2 ms. */
const CANARIES_PER_STEP = 50;

/** Fingerprints of all expressions of the canaries' front pages. */
export class CanaryKeys {
  /** High word → low word → canary's index. */
  readonly #canaries = new Map<number, Map<number, number>>();

  static *make(key: Uint8Array): Steps<CanaryKeys> {
    const keys = new CanaryKeys();
    const hasher = new EntryHasher(key);
    for (const [index, name] of canaries().entries()) {
      for (const layer of readLink(`https://${name}/`).layers) {
        hasher.layer(layer, (high, low) => keys.#add(high, cutLow(low), index));
      }
      if (index % CANARIES_PER_STEP === CANARIES_PER_STEP - 1) yield;
    }
    return keys;
  }

  canaryOf(high: number, low: number): number | null {
    return this.#canaries.get(high)?.get(low) ?? null;
  }

  #add(high: number, low: number, index: number): void {
    const lows = this.#canaries.get(high) ?? new Map<number, number>();
    if (!lows.has(low)) lows.set(low, index);
    this.#canaries.set(high, lows);
  }
}
