import type { ContentTexts } from '../../texts/content-texts.ts';
import { el } from '../../dom/element.ts';

/**
 * Inserted empty, because some screen readers ignore regions that come with text. Cleared first, so that a repeated
 * sentence is read again.
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
    // `lang` selects the voice.
    this.#element.lang = this.#texts.language;
    setTimeout(() => {
      this.#element.textContent = sentence;
    }, 50);
  }
}
