// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FoundLink } from '../../../../src/extension/content/links/found-link.ts';
import type { GuardView } from '../../../../src/extension/protocol/question-messages.ts';
import type { LinkVerdict } from '../../../../src/extension/protocol/link-messages.ts';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
/** Without a recent click, the document may open no tab. */
vi.stubGlobal('navigator', { userActivation: { isActive: false } });
vi.hoisted(() => {
  Object.assign(globalThis, { chrome: {} });
});
const { ClickGuard } = await import('../../../../src/extension/content/guard/click-guard.ts');

const DANGER: LinkVerdict = {
  verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [] },
  layers: [],
  scopes: [],
};
const UNANSWERED: LinkVerdict = {
  verdict: { kind: 'unchecked', because: 'overloaded', asks: false },
  layers: [],
  scopes: [],
};

let abort = new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
  abort = new AbortController();
});
afterEach(() => {
  abort.abort();
  vi.useRealTimers();
  document.body.replaceChildren();
});

interface Guarded {
  readonly silentMs?: number;
  readonly onDanger?: 'ask' | 'disable';
  readonly openTab?: (href: string) => void;
}

/**
 * Guards the document's body as one message. Nothing is known of its links until `known.answer` is set.
 *
 * @param silentMs - for which nobody answers; then that it is too much
 */
function guarded({ silentMs = 0, onDanger = 'ask', openTab = () => undefined }: Guarded) {
  const message: FoundLink['message'] = { key: 'k', body: document.body, isFramed: false };
  const known: { answer: LinkVerdict | undefined } = { answer: undefined };
  const asked: GuardView['kind'][] = [];
  const opened: string[] = [];
  let says: ((goOn: boolean) => void) | null = null;
  const dialog = {
    ask: ({ kind }: GuardView) => {
      asked.push(kind);
      return new Promise<boolean>((resolve) => {
        says = (goOn) => {
          says = null;
          resolve(goOn);
        };
      });
    },
    change: ({ kind }: GuardView) => void asked.push(kind),
    close: () => says?.(false),
    get isOpen() {
      return says !== null;
    },
  };
  new ClickGuard({
    root: document.createElement('div').attachShadow({ mode: 'open' }),
    dialog: dialog as never,
    messageIn: () => message,
    answerFor: () => known.answer,
    askAlone: () => new Promise((resolve) => setTimeout(() => resolve(UNANSWERED), silentMs)),
    isMessagePending: () => false,
    messageSettled: () => Promise.resolve(),
    preferences: () => ({ onDanger, onCaution: 'mark', administered: { canOpenAnyway: true } }) as never,
    arePreferencesKnown: () => true,
    preferencesSettled: () => Promise.resolve(),
    isAlive: () => true,
    onOpened: (href) => void opened.push(href),
    onAgreed: () => undefined,
    openTab,
    signal: abort.signal,
  }).listen();
  const answer = async (goOn: boolean): Promise<void> => {
    says?.(goOn);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { known, asked, opened, answer };
}

/** A link that was clicked, and of which nothing is known. */
async function clicked(silentMs: number, onDanger: 'ask' | 'disable' = 'ask') {
  const link = document.createElement('a');
  link.href = 'https://bank.example/';
  document.body.append(link);
  const found = guarded({ silentMs, onDanger });
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
  await vi.advanceTimersByTimeAsync(silentMs + 300);
  // How it came to this question is told elsewhere.
  expect(found.asked.splice(0).at(-1)).toBe('slow');
  return found;
}

describe.each([
  ['at once', 0],
  ['after ten seconds', 10_000],
])('a link that the reader opens unchecked, as it could not be checked %s', (_, silentMs) => {
  test('a link that could not be checked opens unchecked where still nobody has said anything', async () => {
    const { opened, answer } = await clicked(silentMs);
    expect(opened).toEqual([]);
    await answer(true);
    expect(opened).toEqual(['https://bank.example/']);
  });

  test('a link that the reader opens unchecked asks again where it has turned out to be dangerous since the question was drawn', async () => {
    const { known, asked, opened, answer } = await clicked(silentMs);
    known.answer = DANGER;
    await answer(true);
    expect(asked).toEqual(['ask']);
    expect(opened).toEqual([]);
    await answer(false);
    expect(opened).toEqual([]);
  });

  test('a link that the reader opens unchecked does not open where the settings let nothing dangerous open', async () => {
    const { known, asked, opened, answer } = await clicked(silentMs, 'disable');
    known.answer = DANGER;
    await answer(true);
    expect(asked).toEqual(['refuse']);
    await answer(true);
    expect(opened).toEqual([]);
  });
});

test('a form that opened in a tab after a question asks again when it is sent again', async () => {
  const tabs: string[] = [];
  const { known, asked, answer } = guarded({ openTab: (href) => void tabs.push(href) });
  known.answer = DANGER;
  const form = document.createElement('form');
  form.action = 'https://bank.example/';
  form.method = 'post';
  form.target = '_blank';
  document.body.append(form);
  for (const round of [1, 2]) {
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true, composed: true });
    form.dispatchEvent(submit);
    expect(submit.defaultPrevented).toBe(true);
    expect(asked).toHaveLength(round);
    await answer(true);
    expect(tabs).toHaveLength(round);
  }
});
