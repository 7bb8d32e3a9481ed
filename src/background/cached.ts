/**
 * A value that takes time to read, read once while the realm lives. The promise is shared; one that fails is
 * not kept.
 */
export class Cached<Value> {
  readonly #read: () => Promise<Value>;
  #value: Promise<Value> | null = null;

  constructor(read: () => Promise<Value>) {
    this.#read = read;
  }

  get(): Promise<Value> {
    if (this.#value === null) {
      const reading = this.#read();
      this.#value = reading;
      reading.catch(() => {
        if (this.#value === reading) this.#value = null;
      });
    }
    return this.#value;
  }

  /** The next `get` reads it anew. */
  forget(): void {
    this.#value = null;
  }
}
