/** Thrown by `ByteReader` when a read would pass the end, and caught where the decoder began. */
export class UnexpectedEnd extends Error {
  override readonly name = 'UnexpectedEnd';
  /** Where the read began, bytes. */
  readonly offset: number;

  constructor(wanted: number, offset: number, byteLength: number) {
    super(`${wanted} bytes wanted at ${offset} of ${byteLength}`);
    this.offset = offset;
  }
}

/** A forward-only, little-endian cursor. Every read checks its bounds before it touches a byte. */
export class ByteReader {
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes read so far. */
  get offset(): number {
    return this.#offset;
  }

  get remaining(): number {
    return this.#view.byteLength - this.#offset;
  }

  uint8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  uint16(): number {
    return this.#view.getUint16(this.#advance(2), true);
  }

  uint32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  /** A view of the next `length` bytes, not a copy: a section of some MiB is not worth copying. */
  take(length: number): Uint8Array {
    const start = this.#advance(length);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, length);
  }

  #advance(length: number): number {
    const start = this.#offset;
    if (length > this.remaining) throw new UnexpectedEnd(length, start, this.#view.byteLength);
    this.#offset = start + length;
    return start;
  }
}
