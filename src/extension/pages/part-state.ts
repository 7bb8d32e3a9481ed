/**
 * What one part of a page shows: what is kept, with what the reader was doing there, or why that cannot be shown.
 * The one takes nothing from the other: when an answer comes after one that did not, what was said is there again, and
 * the button that takes it back.
 */
export class PartState<Ready extends { readonly kind: 'ready' }, Unready extends { readonly kind: string }> {
  #ready: Ready;
  #unready: Unready | null;
  readonly #draw: () => void;

  /** @param empty - what the first answer is put into */
  constructor(empty: Ready, unready: Unready, draw: () => void) {
    this.#ready = empty;
    this.#unready = unready;
    this.#draw = draw;
  }

  /** On show. */
  get now(): Ready | Unready {
    return this.#unready ?? this.#ready;
  }

  /** As it was last, whether or not it is on show. */
  get last(): Ready {
    return this.#ready;
  }

  /** Changes a part of what is kept; one that is not on show is changed for when it is again. */
  change(next: Partial<Ready>): void {
    this.#ready = { ...this.#ready, ...next };
    this.#draw();
  }

  /** Shows what is kept. */
  show(next: Partial<Ready>): void {
    this.#unready = null;
    this.change(next);
  }

  /** Shows why it cannot be. */
  showNot(unready: Unready): void {
    this.#unready = unready;
    this.#draw();
  }
}
