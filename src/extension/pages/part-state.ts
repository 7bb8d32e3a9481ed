/**
 * State of a part of a page: data, or why there is none. A failed load keeps data, message and undo button for the next
 * successful load.
 */
export class PartState<Ready extends { readonly kind: 'ready' }, Unready extends { readonly kind: string }> {
  #ready: Ready;
  #unready: Unready | null;
  readonly #draw: () => void;

  constructor(empty: Ready, unready: Unready, draw: () => void) {
    this.#ready = empty;
    this.#unready = unready;
    this.#draw = draw;
  }

  get now(): Ready | Unready {
    return this.#unready ?? this.#ready;
  }

  /** The ready state, even while the unready one is shown. */
  get last(): Ready {
    return this.#ready;
  }

  change(next: Partial<Ready>): void {
    this.#ready = { ...this.#ready, ...next };
    this.#draw();
  }

  show(next: Partial<Ready>): void {
    this.#unready = null;
    this.change(next);
  }

  showNot(unready: Unready): void {
    this.#unready = unready;
    this.#draw();
  }
}
