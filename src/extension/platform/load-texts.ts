import { browser } from './browser.ts';
import { languageOf, Texts, type Catalogue } from './texts/texts.ts';

/**
 * The texts in the reader's language, from the extension's own files. For our own pages and the background: a
 * webmail page cannot read these files, and must not be able to.
 *
 * @param chosen - BCP 47, from the preferences; null for the browser's language
 */
export async function loadTexts(chosen: string | null): Promise<Texts> {
  const language = languageOf(chosen ?? browsersTag());
  const response = await fetch(browser.runtime.getURL(`_locales/${language}/messages.json`));
  // A packaged file, held to this shape by test/extension/pages/catalogues.test.ts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new Texts(language, (await response.json()) as Catalogue);
}

/** BCP 47. Says which catalogue the browser picked, with all its rules for regions and fallbacks. */
function browsersTag(): string {
  const { i18n } = browser;
  // Chromium may show a page just after its start without knowing any text of the extension, and stays so.
  return i18n.getMessage('language_tag') || i18n.getUILanguage();
}
