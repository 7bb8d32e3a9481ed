import { el } from './element.ts';
import { randomName } from './random-name.ts';

/**
 * Custom properties that a mail registers (`@property`) are the document's, and reach closed shadow roots: with
 * `initial-value` of its own choice it would take our colours away. Nobody can register a name that is new in each
 * document.
 */
const prefix = `--${randomName()}-`;

/** A style sheet of ours. */
export function styleElement(css: string): HTMLStyleElement {
  return el('style', { textContent: css.replaceAll(/--(?!spamlight-)/g, prefix) });
}
