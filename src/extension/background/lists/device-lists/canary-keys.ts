import { EntryHasher } from '../../../../core/hash/entry-hash.ts';
import type { Steps } from '../../../../core/steps.ts';
import { readLink } from '../../../../core/url/read-link.ts';
import { canaries } from '../canaries.ts';
import { cutLow } from './list-fingerprint.ts';

/** Canaries read between two yields: about 2 ms. */
const CANARIES_PER_STEP = 50;

/**
 * Which entries would flag a site that no honest list flags: the fingerprints of everything that a link to such a
 * site's front page is looked up under.
 */
export class CanaryKeys {
  /** High word → low word → index of the canary. */
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

  /** The index of a canary that an entry with this fingerprint would flag; null if there is none. */
  canaryOf(high: number, low: number): number | null {
    return this.#canaries.get(high)?.get(low) ?? null;
  }

  #add(high: number, low: number, index: number): void {
    const lows = this.#canaries.get(high) ?? new Map<number, number>();
    if (!lows.has(low)) lows.set(low, index);
    this.#canaries.set(high, lows);
  }
}
