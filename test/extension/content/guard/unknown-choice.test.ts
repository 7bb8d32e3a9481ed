// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dependsOnChoice } from '../../../../src/extension/content/guard/click-decision.ts';
import { ClickGuard, type ClickGuardOptions } from '../../../../src/extension/content/guard/click-guard.ts';
import type { ContentTexts } from '../../../../src/extension/content/texts/content-texts.ts';
import { FrameSettings } from '../../../../src/extension/content/frame/frame-settings.ts';
import type { OpenMessage } from '../../../../src/extension/content/messages/open-messages.ts';
import { NOTHING_ADMINISTERED } from '../../../../src/extension/protocol/policy-messages.ts';
import {
  DEFAULT_PREFERENCES,
  type CurrentPreferences,
} from '../../../../src/extension/protocol/preference-messages.ts';
import type { Verdict } from '../../../../src/core/verdict/verdict.ts';

/** The test's document lacks it; no link here is one. */
vi.hoisted(() => {
  class NoSuchLink extends SVGElement {
    get href(): string {
      return '';
    }
  }
  Object.assign(globalThis, { SVGAElement: NoSuchLink });
});

const CHOSEN: CurrentPreferences = {
  ...DEFAULT_PREFERENCES,
  onDanger: 'disable',
  onCaution: 'disable',
  locked: [],
  administered: NOTHING_ADMINISTERED,
};
const DANGER: Verdict = { kind: 'flagged', level: 'danger', asks: true, reasons: [] };
const CAUTION: Verdict = { kind: 'flagged', level: 'caution', asks: false, reasons: [] };

interface Asked {
  readonly answer: (preferences: CurrentPreferences) => void;
  readonly refuse: () => void;
}

let asked: Asked[];
let settings: FrameSettings;
let page: AbortController;

beforeEach(() => {
  asked = [];
  page = new AbortController();
  settings = new FrameSettings({
    ask: (() =>
      new Promise((answer, reject) => {
        asked.push({ answer, refuse: () => reject(new Error('nobody')) });
      })) as unknown as ConstructorParameters<typeof FrameSettings>[0]['ask'],
    texts: { text: (key: string) => key } as unknown as ContentTexts,
    onLanguage: () => undefined,
  });
});

afterEach(() => {
  page.abort();
  vi.useRealTimers();
});

/** What the question was asked as, in turn, at clicks on a link of this verdict. */
function guarded(verdict: Verdict): { readonly kinds: readonly string[]; readonly click: () => boolean } {
  const element = document.createElement('a');
  element.href = 'https://a.example/';
  const body = document.createElement('div');
  body.append(element);
  document.body.replaceChildren(body);
  const kinds: string[] = [];
  const guard = new ClickGuard({
    root: document.createElement('div').attachShadow({ mode: 'open' }),
    dialog: {
      ask: ({ kind }: { kind: string }) => {
        kinds.push(kind);
        return kind === 'checking' ? new Promise(() => undefined) : Promise.resolve(false);
      },
      change: () => undefined,
      close: () => undefined,
      isOpen: false,
    } as unknown as ClickGuardOptions['dialog'],
    messageIn: () => ({ key: 'message 1', body }) as unknown as OpenMessage,
    answerFor: () => ({ verdict, layers: [], scopes: [] }),
    askAlone: () => Promise.reject(new Error('it has been answered')),
    isMessagePending: () => false,
    messageSettled: () => Promise.resolve(),
    preferences: () => settings.preferences,
    arePreferencesKnown: () => settings.isKnown,
    preferencesSettled: () => settings.settled(),
    isAlive: () => true,
    onOpened: () => undefined,
    onAgreed: () => undefined,
    openTab: () => undefined,
    signal: page.signal,
  });
  guard.listen();
  const click = (): boolean =>
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
  return { kinds, click };
}

describe('a click that comes before it is known what the reader chose', () => {
  test.each([
    ['danger', DANGER],
    ['caution', CAUTION],
  ])('a click that comes before it is known what the reader chose on %s waits for it', async (_, verdict) => {
    void settings.load();
    const { kinds, click } = guarded(verdict);
    expect(click()).toBe(false);
    expect(kinds).toEqual([]);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    for (const each of asked) each.answer(CHOSEN);
    await vi.waitFor(() => expect(kinds).toEqual(['refuse']));
  });

  test('a click that comes before it is known what the reader chose goes by the usual choice where nobody answers, and the next one asks again', async () => {
    void settings.load();
    const { kinds, click } = guarded(DANGER);
    click();
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    for (const each of asked) each.refuse();
    await vi.waitFor(() => expect(kinds).toEqual(['ask']));
    click();
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    asked[2]?.answer(CHOSEN);
    await vi.waitFor(() => expect(kinds).toEqual(['ask', 'refuse']));
  });

  test('a click that comes before it is known what the reader chose waits two seconds, and no longer', async () => {
    vi.useFakeTimers();
    void settings.load();
    const { kinds, click } = guarded(DANGER);
    click();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(kinds).not.toContain('ask');
    await vi.advanceTimersByTimeAsync(1);
    expect(kinds.at(-1)).toBe('ask');
  });

  test('a click that comes before it is known what the reader chose on a link of which nothing is said opens at once', () => {
    void settings.load();
    const { kinds, click } = guarded({ kind: 'clear' });
    click();
    expect(kinds).toEqual([]);
    expect(dependsOnChoice({ verdict: { kind: 'clear' }, layers: [], scopes: [] })).toBe(false);
    expect(dependsOnChoice(undefined)).toBe(false);
  });
});
