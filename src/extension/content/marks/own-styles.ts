import { randomName } from '../dom/random-name.ts';

/**
 * Custom properties that a mail registers (`@property`) reach closed shadow roots and override our colours. Random
 * names prevent it.
 */
const prefix = `--${randomName()}-`;

/** Constructed, because policies against inline styles, like that of our own pages, disable `<style>`. */
export function addStyles({ adoptedStyleSheets }: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css.replaceAll(/--(?!spamlight-)/g, prefix));
  adoptedStyleSheets.push(sheet);
}
