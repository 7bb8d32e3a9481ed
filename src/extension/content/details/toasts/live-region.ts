import type { ContentTexts } from '../../texts/content-texts.ts';
import { el } from '../../dom/element.ts';

/**
 * Announces text to screen readers. It is in the page before it is filled, since some readers ignore new regions, and
 * is emptied first, so that a repeated sentence is announced again.
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
    // Screen readers choose the voice by `lang`, and ours may differ from the page's.
    this.#element.lang = this.#texts.language;
    setTimeout(() => {
      this.#element.textContent = sentence;
    }, 50);
  }
}
