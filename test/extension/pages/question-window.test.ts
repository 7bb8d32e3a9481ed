// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GuardView } from '../../../src/extension/protocol/question-messages.ts';
import { textsIn } from './page-texts.ts';

const background = vi.hoisted((): { view: unknown; readonly answers: unknown[] } => ({
  view: null,
  answers: [],
}));

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));
vi.mock('../../../src/extension/platform/load-texts.ts', () => ({
  loadTexts: () => Promise.resolve(textsIn('en')),
}));
vi.mock('../../../src/extension/platform/message-bus.ts', async (original) => ({
  ...(await original<object>()),
  ask: (request: { readonly type: string }) => {
    if (request.type === 'answer-question') background.answers.push(request);
    return Promise.resolve(request.type === 'get-question' ? { view: background.view } : null);
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window, 'close').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
});

function goOn(): void {
  document.querySelector<HTMLElement>('#go-on')?.click();
}

test('a question that has just appeared or changed ignores clicks', async () => {
  const href = 'https://login.bank-check.example/';
  const slow: GuardView = { kind: 'slow', href, isForm: false };
  const ask: GuardView = {
    kind: 'ask',
    href,
    isForm: false,
    answer: {
      verdict: { kind: 'unchecked', because: 'no-snapshot', asks: true },
      layers: [],
      scopes: [],
    },
  };
  location.hash = '#question-1';
  background.view = slow;
  await import('../../../src/extension/pages/question/question.ts');
  goOn();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(background.answers).toEqual([]);
  const before = document.body.textContent;
  background.view = ask;
  await vi.waitFor(() => expect(document.body.textContent).not.toBe(before), {
    interval: 10,
    timeout: 20_000,
  });
  goOn();
  expect(background.answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  goOn();
  await vi.advanceTimersByTimeAsync(0);
  expect(background.answers).toEqual([{ type: 'answer-question', id: 'question-1', goOn: true }]);
});
