// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Look } from '../../../../src/extension/content/links/found-link.ts';
import { scanLinks } from '../../../../src/extension/content/links/link-scanner.ts';
import { generic } from '../../../../src/extension/content/webmail/generic.ts';

/** The test's document lacks it; no link here is one. */
vi.hoisted(() => {
  class NoSuchLink extends SVGElement {
    get href(): string {
      return '';
    }
  }
  Object.assign(globalThis, { SVGAElement: NoSuchLink });
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['is over by the end of the look', [5, 0]],
  ['goes on for a while', [5, 5]],
])(
  'a page that is looked at between two searches for links is searched afterwards: the pause %s',
  async (_, dueIn) => {
    const abort = new AbortController();
    const due = [...dueIn];
    const bodies = vi.fn(() => []);
    scanLinks({
      source: () => ({
        adapter: generic,
        isWholeDocument: false,
        unknownPage: {
          bodies,
          searchDueIn: () => due.shift() ?? 0,
          leavesSite: () => false,
          isOwn: () => false,
          linksOutside: () => [],
          sealedFrames: () => [],
        },
      }),
      senderOf: () => null,
      onLook: () => undefined,
      onNewDocument: () => undefined,
      onShadow: () => undefined,
      signal: abort.signal,
    });
    expect(bodies).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bodies).toHaveBeenCalledTimes(2);
    abort.abort();
  },
);

test('links of one message are all found as of that message, however it came', async () => {
  const abort = new AbortController();
  const looks: Look[] = [];
  const body = document.createElement('div');
  const add = (...names: readonly string[]): void => {
    for (const name of names) {
      const link = document.createElement('a');
      link.href = `https://${name}.example/`;
      body.append(link);
    }
  };
  body.className = 'm';
  add('first', 'second');
  document.body.replaceChildren(body);
  scanLinks({
    source: () => ({
      adapter: { name: 'test', messageBody: '.m', sender: 'b', subject: 'i' },
      isWholeDocument: false,
    }),
    senderOf: () => ({ element: document.body, address: 'sender@news.example' }),
    onLook: (look) => looks.push(look),
    onNewDocument: () => undefined,
    onShadow: () => undefined,
    signal: abort.signal,
  });
  const foundIn = (look: Look | undefined): readonly [number, number] => [
    look?.links.length ?? 0,
    new Set([...(look?.links ?? []).map(({ message }) => message), ...(look?.messages ?? [])]).size,
  ];
  expect(foundIn(looks.at(-1))).toEqual([3, 1]);
  add('third');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(foundIn(looks.at(-1))).toEqual([4, 1]);
  // Away and back, with one more.
  body.remove();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(foundIn(looks.at(-1))).toEqual([0, 0]);
  add('fourth');
  document.body.append(body);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(foundIn(looks.at(-1))).toEqual([5, 1]);
  abort.abort();
});

test('a sender that is drawn after its message is found, though nothing else changes', async () => {
  const abort = new AbortController();
  const looks: Look[] = [];
  const body = document.createElement('div');
  body.className = 'm';
  document.body.replaceChildren(body);
  let sender: { readonly element: Element; readonly address: string } | null = null;
  scanLinks({
    source: () => ({
      adapter: { name: 'test', messageBody: '.m', sender: 'b', subject: 'i' },
      isWholeDocument: false,
    }),
    senderOf: () => sender,
    onLook: (look) => looks.push(look),
    onNewDocument: () => undefined,
    onShadow: () => undefined,
    signal: abort.signal,
  });
  await vi.advanceTimersByTimeAsync(300);
  expect(looks.at(-1)?.links).toEqual([]);
  const header = document.createElement('b');
  sender = { element: header, address: 'sender@news.example' };
  document.body.prepend(header);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(looks.at(-1)?.links.map(({ href }) => href)).toEqual(['mailto:sender@news.example']);
  // And then it rests.
  const before = looks.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks.length - before).toBeLessThanOrEqual(1);
  abort.abort();
});

test('a shadow root in a frame is searched for links, even in a long message', () => {
  const abort = new AbortController();
  const looks: Look[] = [];
  const body = document.createElement('div');
  body.className = 'm';
  for (let count = 0; count < 2_100; count++) body.append(document.createElement('i'));
  const link = document.createElement('a');
  link.href = 'https://inside.example/';
  body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }).append(link);
  document.body.replaceChildren(body);
  scanLinks({
    source: () => ({
      adapter: { name: 'test', messageBody: '.m', sender: 'b', subject: 'i' },
      isWholeDocument: true,
    }),
    senderOf: () => null,
    onLook: (look) => looks.push(look),
    onNewDocument: () => undefined,
    onShadow: () => undefined,
    signal: abort.signal,
  });
  expect(looks.at(-1)?.links.map(({ href }) => href)).toEqual(['https://inside.example/']);
  abort.abort();
});
