import { el } from '../element.ts';

/**
 * Speaks to screen readers. It is in the page before it says anything, or some would not listen; and it is emptied
 * first, so that the same sentence is said again.
 */
export class LiveRegion {
  readonly #element = el('div', { className: 'spoken', role: 'status', ariaLive: 'assertive' });

  constructor(root: ShadowRoot) {
    root.append(this.#element);
  }

  say(sentence: string): void {
    this.#element.textContent = '';
    setTimeout(() => {
      this.#element.textContent = sentence;
    }, 50);
  }
}
