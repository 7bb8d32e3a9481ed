import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '../../../src/extension/platform/load-texts.ts';

const i18n = vi.hoisted(() => ({ getMessage: (): string => 'zh-CN', getUILanguage: (): string => 'zh-CN' }));

vi.mock('../../../src/extension/platform/browser.ts', () => ({
  browser: { i18n, runtime: { getURL: (path: string) => `public/${path}` } },
}));

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => new Response(readFileSync(path)));
});

test('the texts of a page are in the language that the reader has chosen, or that the browser picked', async () => {
  expect((await loadTexts('en')).tag).toBe('en');
  expect((await loadTexts(null)).tag).toBe('zh-CN');
});

test('the texts of a page are in their own language where the browser knows none of them', async () => {
  i18n.getMessage = () => '';
  expect((await loadTexts(null)).tag).toBe('zh-CN');
  i18n.getUILanguage = () => 'zh-TW';
  expect((await loadTexts(null)).tag).toBe('zh-CN');
  i18n.getUILanguage = () => 'fr';
  expect((await loadTexts(null)).tag).toBe('en');
});
