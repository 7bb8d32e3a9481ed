// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FoundLink } from '../../../../src/extension/content/links/found-link.ts';
import type { GuardView } from '../../../../src/extension/protocol/question-messages.ts';
import type { LinkVerdict } from '../../../../src/extension/protocol/link-messages.ts';

/** The step that throws, and how often it did. */
const fault = vi.hoisted(() => {
  Object.assign(globalThis, { chrome: {} });
  return { step: '', thrown: 0, steps: new Set<string>() };
});

/** Each function of a part throws while it is the chosen step. */
const faulty = vi.hoisted(() => <Part extends object>(part: Part): Part => {
  const wrapped = Object.entries(part).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [name, value];
    fault.steps.add(name);
    return [
      name,
      (...values: unknown[]): unknown => {
        if (name !== fault.step) return Reflect.apply(value, null, values) as unknown;
        fault.thrown += 1;
        throw new RangeError(name);
      },
    ];
  });
  return Object.fromEntries(wrapped) as Part;
});
vi.stubGlobal('SVGAElement', class extends SVGElement {});
vi.mock(import('../../../../src/extension/content/dom/unclobbered.ts'), async (load) => faulty(await load()));
vi.mock(import('../../../../src/extension/content/hrefs/links-behind.ts'), async (load) =>
  faulty(await load()),
);
vi.mock(import('../../../../src/extension/content/hrefs/link-destination.ts'), async (load) =>
  faulty(await load()),
);
vi.mock(import('../../../../src/extension/content/guard/click-decision.ts'), async (load) =>
  faulty(await load()),
);
const { ClickGuard } = await import('../../../../src/extension/content/guard/click-guard.ts');

const DANGER: LinkVerdict = {
  verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [] },
  layers: [],
  scopes: [],
};
const BAD = 'https://bank.example/';

/** What is thrown goes on to the console of the browser, and here to these. */
const reported: unknown[] = [];
const onReported = (error: unknown): void => void reported.push(error);
let ofVitest: readonly NodeJS.UnhandledRejectionListener[] = [];
beforeAll(() => {
  ofVitest = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', onReported);
});
afterAll(() => {
  process.off('unhandledRejection', onReported);
  for (const listener of ofVitest) process.on('unhandledRejection', listener);
});

let abort = new AbortController();
beforeEach(() => {
  vi.useFakeTimers();
  abort = new AbortController();
  reported.length = 0;
});
afterEach(() => {
  fault.step = '';
  abort.abort();
  vi.useRealTimers();
});

/** A message with a link and a form, and its guard. Links are dangerous, or have no answer yet. */
function guarded(answer: LinkVerdict | undefined) {
  const link = Object.assign(document.createElement('a'), { href: BAD });
  const form = Object.assign(document.createElement('form'), { action: BAD });
  const field = document.createElement('input');
  form.append(field);
  document.body.replaceChildren(link, form);
  const message: FoundLink['message'] = { key: 'k', body: document.body, isFramed: false, isWritten: true };
  const asked: GuardView['kind'][] = [];
  let askedAlone = 0;
  let agree: (goOn: boolean) => void = () => undefined;
  const dialog = {
    ask: ({ kind }: GuardView) => {
      asked.push(kind);
      return new Promise<boolean>((resolve) => {
        agree = resolve;
      });
    },
    change: ({ kind }: GuardView) => void asked.push(kind),
    close: () => undefined,
    isOpen: false,
  };
  new ClickGuard({
    root: document.createElement('div').attachShadow({ mode: 'open' }),
    dialog: dialog as never,
    signal: abort.signal,
    ...faulty({
      messageIn: () => message,
      answerFor: () => answer,
      askAlone: () => {
        askedAlone += 1;
        return Promise.resolve(DANGER);
      },
      isMessagePending: () => false,
      messageSettled: () => Promise.resolve(),
      preferences: () => ({ onDanger: 'ask', administered: { canOpenAnyway: true } }) as never,
      arePreferencesKnown: () => true,
      preferencesSettled: () => Promise.resolve(),
      isAlive: () => true,
      onOpened: () => undefined,
      onAgreed: () => undefined,
      openTab: () => undefined,
    }),
  }).listen();
  return { link, form, field, asked, agree: (goOn: boolean) => agree(goOn), askedAlone: () => askedAlone };
}

const OPTIONS = { bubbles: true, cancelable: true, composed: true };
const PRESSES: Readonly<Record<string, (on: ReturnType<typeof guarded>) => [Element, Event]>> = {
  'a click': ({ link }) => [link, new MouseEvent('click', OPTIONS)],
  'a middle click': ({ link }) => [link, new MouseEvent('auxclick', { ...OPTIONS, button: 1 })],
  'a drag': ({ link }) => [link, new MouseEvent('dragstart', OPTIONS)],
  'a form': ({ form }) => [form, new SubmitEvent('submit', OPTIONS)],
  Enter: ({ field }) => [field, new KeyboardEvent('keydown', { ...OPTIONS, key: 'Enter' })],
};

/** Presses while the step throws. Null: the press never comes to that step. */
async function pressed(step: string, press: string, answer: LinkVerdict | undefined) {
  const found = guarded(answer);
  const [target, event] = PRESSES[press]?.(found) ?? [];
  if (target === undefined || event === undefined) throw new RangeError(press);
  fault.step = step;
  fault.thrown = 0;
  try {
    target.dispatchEvent(event);
  } catch (error) {
    reported.push(error);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  return fault.thrown === 0 ? null : { ...found, event };
}

describe.each(Object.keys(PRESSES))('%s', (press) => {
  test.each([
    ['a dangerous link', DANGER],
    ['a link without an answer', undefined],
  ])('a press of which a step throws asks as not checked, whichever step it is, on %s', async (_, answer) => {
    guarded(answer);
    abort.abort();
    const reached: string[] = [];
    for (const step of fault.steps) {
      abort = new AbortController();
      const held = await pressed(step, press, answer);
      abort.abort();
      if (held === null) continue;
      reached.push(step);
      expect([step, held.event.defaultPrevented, held.asked.at(-1)]).toEqual([step, true, 'slow']);
      held.agree(false);
      await vi.advanceTimersByTimeAsync(0);
      expect(reported.splice(0)).toContainEqual(new RangeError(step));
    }
    expect(reached).toContain('isAlive');
    expect(reached.length).toBeGreaterThanOrEqual(press === 'Enter' ? 2 : 9);
  });
});

test('a press that could not be read is done again for a reader who goes on, and then nobody asks', async () => {
  const held = await pressed('linksBehind', 'a click', DANGER);
  let passed = 0;
  held?.link.addEventListener('click', (event) => {
    passed += event.defaultPrevented ? 0 : 1;
    event.preventDefault();
  });
  held?.agree(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([passed, held?.asked]).toEqual([1, ['slow']]);
  fault.step = '';
  held?.link.dispatchEvent(new MouseEvent('click', OPTIONS));
  expect([passed, held?.asked]).toEqual([1, ['slow', 'ask']]);
});

test('of a link with more destinations than one press has checked, the rest is asked about as not checked', async () => {
  const found = guarded(undefined);
  found.link.remove();
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'a');
  const animation = document.createElementNS('http://www.w3.org/2000/svg', 'animate');
  animation.setAttribute('attributeName', 'x-l:href');
  animation.setAttribute('values', Array.from({ length: 600 }, (_, n) => `${BAD}${n}`).join(';'));
  drawing.append(animation);
  document.body.append(drawing);
  const event = new MouseEvent('click', OPTIONS);
  drawing.dispatchEvent(event);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(event.defaultPrevented).toBe(true);
  expect([found.askedAlone(), found.asked]).toEqual([500, ['slow']]);
});
