// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import type { Details } from '../../../../src/extension/content/details/details.ts';
import { Questions } from '../../../../src/extension/content/guard/questions.ts';
import type { GuardView } from '../../../../src/extension/protocol/question-messages.ts';

/** Nothing of the browser is asked for here. */
vi.hoisted(() => {
  Object.assign(globalThis, { chrome: {} });
});

const CHECKING: GuardView = { kind: 'checking', href: 'https://shop.example/', isForm: false };
const SLOW: GuardView = { ...CHECKING, kind: 'slow' };

/** Questions in a tab's own document, and what draws them, which comes when `come` is called. */
function lateQuestions(): { questions: Questions; drawn: GuardView[]; come: () => void } {
  const drawn: GuardView[] = [];
  let answer: ((goOn: boolean) => void) | null = null;
  const closeQuestion = (): void => {
    answer?.(false);
    answer = null;
  };
  const details: Partial<Details> = {
    ask: (view) => {
      closeQuestion();
      drawn.push(view);
      return new Promise((resolve) => void (answer = resolve));
    },
    changeQuestion: (view) => void drawn.push(view),
    closeQuestion,
  };
  let loaded: Details | null = null;
  let come = (): void => undefined;
  const coming = new Promise<Details>((resolve) => {
    come = (): void => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is asked for nothing else
      loaded = details as Details;
      resolve(loaded);
    };
  });
  const questions = new Questions({
    load: () => coming,
    loaded: () => loaded,
    ask: () => Promise.reject(new Error('nothing is asked elsewhere')),
    sentenceOf: () => '',
  });
  return { questions, drawn, come };
}

afterEach(() => vi.useRealTimers());

test('where the script that draws a question does not come in eight seconds, a window of the extension is asked for', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const questions = new Questions({
    load: () => new Promise(() => undefined),
    loaded: () => null,
    ask: (request) => {
      asked.push(request.type);
      return Promise.resolve({ isShown: true }) as never;
    },
    sentenceOf: () => '',
  });
  void questions.ask(CHECKING, null);
  await vi.advanceTimersByTimeAsync(7_999);
  expect(asked.filter((type) => type === 'ask-in-window')).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toContain('ask-in-window');
});

test('a question that is closed before the script that draws it has come is not drawn any more', async () => {
  const { questions, drawn, come } = lateQuestions();
  const asked = questions.ask(CHECKING, null);
  questions.close();
  come();
  expect(await asked).toBe(false);
  expect(drawn).toEqual([]);
  expect(questions.isOpen).toBe(false);
});

test('of two questions before the script that draws them has come, the second is drawn, as it was changed meanwhile', async () => {
  const { questions, drawn, come } = lateQuestions();
  const first = questions.ask(CHECKING, null);
  const second = questions.ask(CHECKING, null);
  questions.change(SLOW);
  come();
  expect(await first).toBe(false);
  expect(drawn.at(-1)).toBe(SLOW);
  expect(questions.isOpen).toBe(true);
  questions.close();
  expect(await second).toBe(false);
});

test('a question that says already that the check takes long is not drawn again', async () => {
  const { questions, drawn, come } = lateQuestions();
  const asked = questions.ask(CHECKING, null);
  come();
  await vi.waitFor(() => expect(drawn).toEqual([CHECKING]));
  questions.change(SLOW);
  questions.change(SLOW);
  expect(drawn).toEqual([CHECKING, SLOW]);
  questions.close();
  expect(await asked).toBe(false);
});

test('a question about a danger does not turn into one that offers to open unchecked, which was meant for the link before', async () => {
  const { questions, drawn, come } = lateQuestions();
  come();
  const about: GuardView = {
    kind: 'ask',
    href: 'https://bad.example/',
    isForm: false,
    answer: { verdict: { kind: 'unchecked', because: 'expired', asks: true }, layers: [], scopes: [] },
  };
  const asked = questions.ask(about, null);
  await vi.waitFor(() => expect(drawn).toEqual([about]));
  questions.change(SLOW);
  expect(drawn).toEqual([about]);
  questions.close();
  expect(await asked).toBe(false);
});
