/**
 * A value that takes time to read, read once while the realm lives. The promise is shared. A read that failed,
 * wholly or in part, is not kept: the next `get` tries again.
 */
export class Cached<Value> {
  readonly #read: () => Promise<Value>;
  readonly #isWhole: (value: Value) => boolean;
  #value: Promise<Value> | null = null;

  constructor(read: () => Promise<Value>, isWhole: (value: Value) => boolean = () => true) {
    this.#read = read;
    this.#isWhole = isWhole;
  }

  get(): Promise<Value> {
    if (this.#value === null) {
      const reading = this.#read();
      this.#value = reading;
      const drop = (): void => {
        if (this.#value === reading) this.#value = null;
      };
      reading.then((value) => {
        if (!this.#isWhole(value)) drop();
      }, drop);
    }
    return this.#value;
  }

  /** The next `get` reads it anew. */
  forget(): void {
    this.#value = null;
  }
}
