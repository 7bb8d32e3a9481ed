/**
 * Gives the same numbers in every engine, so that others can check a plan of bins.
 *
 * sfc32 by Chris Doty-Humphrey: passes PractRand beyond 2 TB, period ≥ 2³². Never for secrets.
 */
export class SeededRandom {
  #a = 0;
  #b = 0;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) throw new RangeError(`seed ${seed}`);
    this.#c = seed | 0;
    // The first outputs resemble the seed; twelve rounds are the author's warm-up.
    for (let round = 0; round < 12; round++) this.uint32();
  }

  uint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** 0 ≤ x < 1, in steps of 2⁻³². */
  fraction(): number {
    return this.uint32() / 2 ** 32;
  }

  /** 0 to `bound` − 1. The bias is below bound ÷ 2³². */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }
}
