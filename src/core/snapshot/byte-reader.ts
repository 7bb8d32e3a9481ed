export class UnexpectedEnd extends Error {
  override readonly name = 'UnexpectedEnd';
  readonly offset: number;

  constructor(wanted: number, offset: number, byteLength: number) {
    super(`${wanted} bytes wanted at ${offset} of ${byteLength}`);
    this.offset = offset;
  }
}

/** Little-endian. */
export class ByteReader {
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

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

  /** A view, not a copy: sections have some MiB. */
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
