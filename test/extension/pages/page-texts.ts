import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Texts, type Catalogue, type Language } from '../../../src/extension/platform/texts/texts.ts';

export function catalogueOf(language: Language): Catalogue {
  const file = join(import.meta.dirname, '../../../public/_locales', language, 'messages.json');
  // Shape and content are what test/extension/pages/catalogues.test.ts is about.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
}

export function textsIn(language: Language): Texts {
  return new Texts(language, catalogueOf(language));
}
