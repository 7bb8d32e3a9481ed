// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageStart, type PageStart } from '../../../src/extension/pages/page-start.tsx';
import { BackgroundUnreachable } from '../../../src/extension/platform/message-bus.ts';
import { DEFAULT_PREFERENCES } from '../../../src/extension/protocol/preference-messages.ts';
import { settled } from './fake-background.ts';
import { textsIn } from './page-texts.ts';

const answer = vi.hoisted(() => ({
  come: (_answer: unknown): void => undefined,
  fail: (_error: Error): void => undefined,
}));

vi.mock('../../../src/extension/platform/browser.ts', () => ({
  browser: {
    runtime: {
      sendMessage: () =>
        new Promise((resolve, reject) => {
          answer.come = resolve;
          answer.fail = reject;
        }),
    },
  },
}));
vi.mock('../../../src/extension/platform/load-texts.ts', () => ({
  loadTexts: async (chosen: string | null) => textsIn(chosen === 'zh_CN' ? 'zh_CN' : 'en'),
}));

beforeEach(() => {
  document.body.replaceChildren();
  document.documentElement.lang = '';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

async function after(milliseconds: number): Promise<string> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return document.body.textContent;
}

test('a page that waits for the background shows that it waits, and after a while that no answer came', async () => {
  const started = pageStart();
  expect(await after(300)).toBe('');
  expect(await after(300)).toBe('One moment…');
  expect(document.documentElement.lang).toBe('en');
  expect(await after(15_000)).toContain('Spamlight did not answer this page.');

  // It comes all the same.
  answer.come({ ...DEFAULT_PREFERENCES, language: 'zh_CN' });
  const { texts } = await started;
  expect(document.body.childNodes).toHaveLength(0);
  expect(texts.tag).toBe('zh-CN');
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(await after(60_000)).toBe('');
});

test('a page without an answer begins in the language of the browser', async () => {
  const started: Promise<PageStart> = pageStart();
  answer.fail(new BackgroundUnreachable('gone'));
  vi.useRealTimers();
  await settled();
  const { texts, preferences } = await started;
  expect(preferences).toBeNull();
  expect(texts.tag).toBe('en');
});
