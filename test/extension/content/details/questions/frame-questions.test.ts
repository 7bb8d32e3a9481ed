// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { GuardView } from '../../../../../src/extension/protocol/question-messages.ts';

vi.hoisted(() => {
  Object.assign(globalThis, { chrome: {} });
});
vi.stubGlobal('SVGAElement', class extends SVGElement {});
const { FrameQuestions } =
  await import('../../../../../src/extension/content/details/questions/frame-questions.ts');

const HREF = 'https://login.bank-check.example/';

let begun: GuardView[];
let changed: GuardView[];
let sent: object[];
let answerOpen: (goOn: boolean | null) => void;
let questions: InstanceType<typeof FrameQuestions>;

beforeEach(() => {
  vi.useFakeTimers();
  begun = [];
  changed = [];
  sent = [];
  answerOpen = () => undefined;
  questions = new FrameQuestions(
    {
      // As the real one does, a second question answers the first with "back".
      begin: (view) => {
        answerOpen(false);
        begun.push(view);
        const answer = new Promise<boolean | null>((resolve) => {
          answerOpen = resolve;
        });
        return { isShown: Promise.resolve(true), answer };
      },
      change: (view) => void changed.push(view),
      close: () => answerOpen(false),
    },
    ((request: object) => {
      sent.push(request);
      return Promise.resolve(null);
    }) as never,
  );
  return () => vi.useRealTimers();
});

function show(frameId: number, id: string, kind: 'checking' | 'slow'): Promise<boolean> {
  return questions.show({
    type: 'question',
    frameId,
    id,
    view: { kind, href: HREF, isForm: false },
    pointer: null,
  });
}

test('a question that is open in the tab’s own document changes in its place', async () => {
  await show(3, 'a', 'checking');
  expect(await show(3, 'a', 'slow')).toBe(true);
  expect(begun).toHaveLength(1);
  expect(changed).toMatchObject([{ kind: 'slow' }]);
});

test('a change of a question that comes after the answer draws nothing again', async () => {
  await show(3, 'a', 'checking');
  answerOpen(true);
  await vi.waitFor(() =>
    expect(sent).toContainEqual({ type: 'answer-below', frameId: 3, id: 'a', goOn: true }),
  );
  expect(await show(3, 'a', 'slow')).toBe(true);
  expect(begun).toHaveLength(1);
  expect(changed).toEqual([]);
});

test('a change of a question that comes after the answer does not end that of another frame, which has come meanwhile', async () => {
  await show(3, 'a', 'checking');
  await show(4, 'b', 'checking');
  await show(3, 'a', 'slow');
  expect(begun).toHaveLength(2);
  expect(changed).toEqual([]);
  expect(sent).toEqual([{ type: 'answer-below', frameId: 3, id: 'a', goOn: false }]);
  await show(4, 'b', 'slow');
  expect(changed).toMatchObject([{ kind: 'slow' }]);
});
