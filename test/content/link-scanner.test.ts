// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scanLinks } from '../../src/content/link-scanner.ts';
import { generic } from '../../src/content/webmail/generic.ts';

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
])('a page that is looked at between two searches is searched after them: the pause %s', async (_, dueIn) => {
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
        linksOutside: () => [],
      },
    }),
    senderOf: () => null,
    onLook: () => undefined,
    onNewDocument: () => undefined,
    signal: abort.signal,
  });
  expect(bodies).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(bodies).toHaveBeenCalledTimes(2);
  abort.abort();
});
