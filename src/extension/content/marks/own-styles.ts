import { randomName } from '../dom/random-name.ts';

/**
 * Custom properties that a mail registers (`@property`) are the document's, and reach closed shadow roots: with
 * `initial-value` of its own choice it would take our colours away. Nobody can register a name that is new in each
 * document.
 */
const prefix = `--${randomName()}-`;

/**
 * Adds rules of ours behind those that are there. As a constructed style sheet: where a page's policy forbids inline ones,
 * as that of the extension's own pages does, an element `<style>` has no effect.
 */
export function addStyles({ adoptedStyleSheets }: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css.replaceAll(/--(?!spamlight-)/g, prefix));
  adoptedStyleSheets.push(sheet);
}
