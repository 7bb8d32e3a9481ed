import { browser } from './browser.ts';
import { languageOf, Texts, type Catalogue } from './texts/texts.ts';

/**
 * For our pages and the background; webmail pages must not read these files.
 *
 * @param chosen - BCP 47; null for the browser's language
 */
export async function loadTexts(chosen: string | null): Promise<Texts> {
  const language = languageOf(chosen ?? browsersTag());
  const response = await fetch(browser.runtime.getURL(`_locales/${language}/messages.json`));
  // test/extension/pages/catalogues.test.ts checks the shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new Texts(language, (await response.json()) as Catalogue);
}

/** BCP 47 tag of the catalogue that the browser chose. */
function browsersTag(): string {
  const { i18n } = browser;
  // Just after its start, Chromium may lack texts: use the interface language.
  return i18n.getMessage('language_tag') || i18n.getUILanguage();
}
