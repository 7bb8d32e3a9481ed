import { describe, expect, test } from 'vitest';
import {
  QuestionWindows,
  type QuestionWindowsOptions,
} from '../../../../src/extension/background/tabs/question-windows.ts';
import type { ContentMessage } from '../../../../src/extension/protocol/background-messages.ts';

const VIEW = { kind: 'slow', href: 'https://b.example/', isForm: false } as const;
const LATER = { ...VIEW, kind: 'checking' } as const;
const FRAME = { tabId: 7, frameId: 3 };
const WINDOW = 40;

/** A browser in which the realm is stopped after each call: nothing but the session is kept. */
function browserWith(changed: Partial<QuestionWindowsOptions> = {}) {
  let stored: unknown;
  const told: {
    readonly message: ContentMessage;
    readonly tabId: number;
    readonly frameId: number | undefined;
  }[] = [];
  const opened: string[] = [];
  const closed: number[] = [];
  const there = new Set<number>();
  const options: QuestionWindowsOptions = {
    tell: (message, tabId, frameId) => void told.push({ message, tabId, frameId }),
    confirmInFrame: () => Promise.resolve(true),
    open(id) {
      opened.push(id);
      there.add(WINDOW + opened.length);
      return Promise.resolve(WINDOW + opened.length);
    },
    isThere: (tab) => Promise.resolve(there.has(tab)),
    close(tab) {
      closed.push(tab);
      there.delete(tab);
      return Promise.resolve();
    },
    session: {
      read: () => Promise.resolve(structuredClone(stored)),
      write(value) {
        stored = structuredClone(value);
        return Promise.resolve();
      },
    },
    ...changed,
  };
  const answer = (id: string, goOn: boolean, { tabId, frameId } = FRAME): object => ({
    message: { type: 'question-answered', id, goOn },
    tabId,
    frameId,
  });
  return { windows: () => new QuestionWindows(options), told, opened, closed, there, answer };
}

describe('a question in a window of its own', () => {
  test('a question in a window of its own is shown there, and what the reader says goes to the frame that asked', async () => {
    const { windows, told, opened, closed, answer } = browserWith();
    expect(await windows().ask({ id: 'q', view: VIEW }, FRAME)).toBe(true);
    expect(opened).toEqual(['q']);
    expect(await windows().viewOf('q')).toEqual(VIEW);
    await windows().answer('q', true);
    expect(told).toEqual([answer('q', true)]);
    expect(closed).toEqual([WINDOW + 1]);
    // It is over: nothing more can be said to it.
    await windows().answer('q', true);
    await windows().onTabClosed(WINDOW + 1);
    expect(told).toHaveLength(1);
    expect(await windows().viewOf('q')).toBe(null);
  });

  test('a question in a window of its own says what it is told to say later, in the same window', async () => {
    const { windows, opened } = browserWith();
    await windows().ask({ id: 'q', view: LATER }, FRAME);
    await windows().ask({ id: 'q', view: VIEW }, FRAME);
    expect(opened).toEqual(['q']);
    expect(await windows().viewOf('q')).toEqual(VIEW);
  });

  test.each<[string, (windows: QuestionWindows) => Promise<unknown>]>([
    ['its window is closed', (windows) => windows.onTabClosed(WINDOW + 1)],
    ['the tab that asked is closed', (windows) => windows.onTabClosed(FRAME.tabId)],
    ['the frame that asked takes it back', (windows) => windows.withdraw('q', FRAME)],
    ['another one comes', (windows) => windows.ask({ id: 'r', view: VIEW }, { tabId: 8, frameId: 0 })],
  ])('a question in a window of its own is answered with "back" when %s', async (_, end) => {
    const { windows, told, closed, answer } = browserWith();
    await windows().ask({ id: 'q', view: VIEW }, FRAME);
    await end(windows());
    expect(told).toEqual([answer('q', false)]);
    expect(closed).toEqual([WINDOW + 1]);
  });

  test('a question in a window of its own that was answered is not asked again by a change that comes late, and the next one stays', async () => {
    let asking = 'q';
    const { windows, told, opened, closed, answer } = browserWith({
      confirmInFrame: (message) => Promise.resolve(message.type === 'is-asking' && message.id === asking),
    });
    await windows().ask({ id: 'q', view: LATER }, FRAME);
    await windows().answer('q', false);
    asking = 'r';
    expect(await windows().ask({ id: 'q', view: VIEW }, FRAME)).toBe(false);
    await windows().ask({ id: 'r', view: VIEW }, FRAME);
    expect(await windows().ask({ id: 'q', view: VIEW }, FRAME)).toBe(false);
    expect([opened, closed]).toEqual([['q', 'r'], [WINDOW + 1]]);
    expect(told).toEqual([answer('q', false)]);
    expect(await windows().viewOf('r')).toEqual(VIEW);
  });

  test('a question in a window of its own goes with the frame that asked, and opens nothing', async () => {
    let isThere = true;
    const { windows, told, closed, answer } = browserWith({ confirmInFrame: () => Promise.resolve(isThere) });
    await windows().ask({ id: 'q', view: VIEW }, FRAME);
    isThere = false;
    expect(await windows().viewOf('q')).toBe(null);
    expect(told).toEqual([answer('q', false)]);
    expect(closed).toEqual([WINDOW + 1]);
  });

  test('a question in a window of its own that was closed before anybody knew which window it is, is answered', async () => {
    const { windows, told, answer } = browserWith({ isThere: () => Promise.resolve(false) });
    await windows().ask({ id: 'q', view: VIEW }, FRAME);
    expect(told).toEqual([answer('q', false)]);
  });

  test('a question in a window of its own that was taken back while its window opened leaves none behind', async () => {
    let finish: (tab: number) => void = () => undefined;
    const { windows, closed } = browserWith({
      open: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    const asked = windows().ask({ id: 'q', view: VIEW }, FRAME);
    await new Promise((resolve) => setTimeout(resolve));
    await windows().withdraw('q', FRAME);
    finish(50);
    await asked;
    expect(closed).toEqual([50]);
    expect(await windows().viewOf('q')).toBe(null);
  });

  describe('whose storage takes its time', () => {
    /** Each call reads or writes a moment later, so that others come in between. */
    function slowBrowser(open?: QuestionWindowsOptions['open']) {
      let stored: unknown;
      const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
      return browserWith({
        ...(open === undefined ? {} : { open }),
        isThere: () => Promise.resolve(true),
        session: {
          async read() {
            await moment();
            return structuredClone(stored);
          },
          async write(value) {
            await moment();
            stored = structuredClone(value);
          },
        },
      });
    }

    test('a question in a window whose storage takes its time opens one window for a question and the change that comes just after it', async () => {
      const { windows, opened, closed, told } = slowBrowser();
      const one = windows();
      expect(
        await Promise.all([
          one.ask({ id: 'q', view: LATER }, FRAME),
          one.ask({ id: 'q', view: VIEW }, FRAME),
        ]),
      ).toEqual([true, true]);
      expect([await one.viewOf('q'), opened, closed, told]).toEqual([VIEW, ['q'], [], []]);
    });

    test.each(['before', 'after'])(
      'a question in a window whose storage takes its time keeps the change that comes just %s its window is open, and the window',
      async (when) => {
        let finish: (tab: number) => void = () => undefined;
        let begin: () => void = () => undefined;
        const begun = new Promise<void>((resolve) => {
          begin = resolve;
        });
        const { windows, closed } = slowBrowser(() => {
          begin();
          return new Promise((resolve) => {
            finish = resolve;
          });
        });
        const one = windows();
        const asked = one.ask({ id: 'q', view: LATER }, FRAME);
        await begun;
        if (when === 'after') finish(50);
        await Promise.resolve();
        const changed = one.ask({ id: 'q', view: VIEW }, FRAME);
        finish(50);
        expect(await Promise.all([asked, changed])).toEqual([true, true]);
        expect([await one.viewOf('q'), closed]).toEqual([VIEW, []]);
        await one.answer('q', true);
        expect(closed).toEqual([50]);
      },
    );
  });

  test('a question in a window of its own is said not to be shown where the browser opens nothing, or nothing can be kept', async () => {
    const none = browserWith({ open: () => Promise.resolve(null) });
    expect(await none.windows().ask({ id: 'q', view: VIEW }, FRAME)).toBe(false);
    expect(await none.windows().viewOf('q')).toBe(null);
    const full = browserWith({
      session: { read: () => Promise.resolve(undefined), write: () => Promise.resolve() },
    });
    expect(await full.windows().ask({ id: 'q', view: VIEW }, FRAME)).toBe(false);
    expect(full.opened).toEqual([]);
  });

  test('a question in a window of its own is nobody else’s to take back', async () => {
    const { windows, told } = browserWith();
    await windows().ask({ id: 'q', view: VIEW }, FRAME);
    await windows().withdraw('q', { tabId: 7, frameId: 4 });
    await windows().withdraw('r', FRAME);
    await windows().answer('r', true);
    await windows().onTabClosed(99);
    expect(told).toEqual([]);
  });
});
