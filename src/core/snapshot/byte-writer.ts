/** Little-endian. Integers out of range throw. `#advance` may replace the view, so it needs its own statement. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  uint8(value: number): void {
    const start = this.#advance(1, value, 0xff);
    this.#view.setUint8(start, value);
  }

  uint16(value: number): void {
    const start = this.#advance(2, value, 0xffff);
    this.#view.setUint16(start, value, true);
  }

  uint32(value: number): void {
    const start = this.#advance(4, value, 0xffff_ffff);
    this.#view.setUint32(start, value, true);
  }

  bytes(value: Uint8Array): void {
    const start = this.#advance(value.length, 0, 0);
    this.#bytes.set(value, start);
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #advance(length: number, value: number, limit: number): number {
    if (!Number.isInteger(value) || value < 0 || value > limit)
      throw new RangeError(`${value} above ${limit}`);
    const start = this.#length;
    this.#length = start + length;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, start));
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }
}
