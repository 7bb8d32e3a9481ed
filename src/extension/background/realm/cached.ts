/** Concurrent calls share one promise. Failed and partial reads are not cached. */
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

  forget(): void {
    this.#value = null;
  }
}
