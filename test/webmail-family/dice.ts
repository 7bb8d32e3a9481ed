/** Chances that come out the same for the same seed (mulberry32, Tommy Ettinger, public domain). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 ≤ x < 1 */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** 0 … `count` − 1 */
  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  one<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('nothing to choose from');
    return value;
  }

  /** True so often, 0 ≤ chance ≤ 1. */
  may(chance: number): boolean {
    return this.#next() < chance;
  }
}
