import type { ContentTexts } from '../../texts/content-texts.ts';
import { el } from '../../dom/element.ts';

/**
 * Speaks to screen readers. It is in the page before it says anything, or some would not listen; and it is emptied
 * first, so that the same sentence is said again.
 */
export class LiveRegion {
  readonly #element = el('div', { className: 'spoken', role: 'status', ariaLive: 'assertive' });

  readonly #texts: ContentTexts;

  constructor(root: ShadowRoot, texts: ContentTexts) {
    this.#texts = texts;
    root.append(this.#element);
  }

  say(sentence: string): void {
    this.#element.textContent = '';
    // A voice reads by the language of the words, which need not be that of the page.
    this.#element.lang = this.#texts.language;
    setTimeout(() => {
      this.#element.textContent = sentence;
    }, 50);
  }
}
