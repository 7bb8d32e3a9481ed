const SMALLEST_CAPACITY = 16;

/**
 * An exact set, 8 bytes a slot, at most two thirds of the slots in use. Linear probing; removal moves entries up into
 * the gap, so that no tombstones pile up.
 */
export class Hash64Set {
  #high = new Uint32Array(SMALLEST_CAPACITY);
  #low = new Uint32Array(SMALLEST_CAPACITY);
  #log = 4;
  #count = 0;
  /** Two zeros mark an empty slot, so the hash 0 is kept here. */
  #holdsZero = false;

  count(): number {
    return this.#count;
  }

  has(high: number, low: number): boolean {
    if (high === 0 && low === 0) return this.#holdsZero;
    return !this.#isEmpty(this.#slotOf(high, low));
  }

  add(high: number, low: number): boolean {
    if (high === 0 && low === 0) {
      if (this.#holdsZero) return false;
      this.#holdsZero = true;
    } else {
      if (this.#count * 3 >= this.#high.length * 2) this.#grow();
      const slot = this.#slotOf(high, low);
      if (!this.#isEmpty(slot)) return false;
      this.#high[slot] = high;
      this.#low[slot] = low;
    }
    this.#count++;
    return true;
  }

  delete(high: number, low: number): boolean {
    if (high === 0 && low === 0) {
      if (!this.#holdsZero) return false;
      this.#holdsZero = false;
    } else {
      const slot = this.#slotOf(high, low);
      if (this.#isEmpty(slot)) return false;
      this.#closeGap(slot);
    }
    this.#count--;
    return true;
  }

  /** Visits in no useful order; `visit` must not change the set. */
  forEach(visit: (high: number, low: number) => void): void {
    if (this.#holdsZero) visit(0, 0);
    for (let slot = 0; slot < this.#high.length; slot++) {
      if (!this.#isEmpty(slot)) visit(this.#high[slot] ?? 0, this.#low[slot] ?? 0);
    }
  }

  #slotOf(high: number, low: number): number {
    const mask = this.#high.length - 1;
    let slot = this.#home(high, low);
    while (!this.#isEmpty(slot) && (this.#high[slot] !== high || this.#low[slot] !== low)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Mixes the bits, because fingerprints end in zeros. */
  #home(high: number, low: number): number {
    return Math.imul(high ^ (high >>> 15) ^ low, 0x9e3779b1) >>> (32 - this.#log);
  }

  #isEmpty(slot: number): boolean {
    return this.#high[slot] === 0 && this.#low[slot] === 0;
  }

  #closeGap(slot: number): void {
    const mask = this.#high.length - 1;
    let gap = slot;
    for (let next = (gap + 1) & mask; !this.#isEmpty(next); next = (next + 1) & mask) {
      const high = this.#high[next] ?? 0;
      const low = this.#low[next] ?? 0;
      // An entry stays if its home slot lies between the gap and its own slot.
      if (((next - this.#home(high, low)) & mask) < ((next - gap) & mask)) continue;
      this.#high[gap] = high;
      this.#low[gap] = low;
      gap = next;
    }
    this.#high[gap] = 0;
    this.#low[gap] = 0;
  }

  #grow(): void {
    const high = this.#high;
    const low = this.#low;
    this.#log++;
    this.#high = new Uint32Array(high.length * 2);
    this.#low = new Uint32Array(high.length * 2);
    for (let slot = 0; slot < high.length; slot++) {
      const a = high[slot] ?? 0;
      const b = low[slot] ?? 0;
      if (a === 0 && b === 0) continue;
      const at = this.#slotOf(a, b);
      this.#high[at] = a;
      this.#low[at] = b;
    }
  }
}
