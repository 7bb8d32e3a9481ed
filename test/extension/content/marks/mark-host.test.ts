// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The rules that were added to the host's root, which the DOM of unit tests does not apply. */
const added: string[] = [];
vi.mock('../../../../src/extension/content/marks/own-styles.ts', () => ({
  addStyles: (_root: ShadowRoot, css: string) => added.push(css),
}));
vi.stubGlobal('SVGAElement', class extends SVGElement {});
vi.stubGlobal(
  'ResizeObserver',
  class {
    readonly observe = (): void => undefined;
  },
);
const { MarkHost } = await import('../../../../src/extension/content/marks/mark-host.ts');

const abort = new AbortController();
let isPrinted = false;
beforeEach(() => {
  // A host looks at its style sheet for up to two minutes.
  vi.useFakeTimers();
  added.length = 0;
  isPrinted = false;
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === 'print' && isPrinted }));
});
afterEach(() => {
  vi.clearAllTimers();
  document.documentElement.querySelector('spamlight-marks')?.remove();
});

/** A host that a rule of the page, or our own for paper, hides. */
function hidden(isAlive = true) {
  const host = new MarkHost({
    isAlive: () => isAlive,
    onRetire: () => undefined,
    onReattach: () => undefined,
    signal: abort.signal,
  });
  host.attach();
  vi.stubGlobal('getComputedStyle', () => ({ display: 'none', getPropertyValue: () => 'block' }));
  added.length = 0;
  return host;
}

test('the marks are shown though a page hides them on the screen, and nothing is on paper', () => {
  const host = hidden();
  host.show();
  expect(added).toEqual([
    expect.stringMatching(/^@media not print\s*\{:host\{display:block !important\}\}$/),
  ]);
  // Once is enough.
  host.show();
  expect(added).toHaveLength(1);
});

test('while the page is printed the marks are hidden by our own rule, which is left alone', () => {
  isPrinted = true;
  const host = hidden();
  host.show();
  expect(added).toEqual([]);
  // The mail hides them on the screen as well.
  isPrinted = false;
  host.show();
  expect(added).toHaveLength(1);
});

test('where the extension has gone, no mark is shown', () => {
  hidden(false).show();
  expect(added).toEqual([]);
});

test.each([
  { comes: 0, lasts: false },
  { comes: 700, lasts: false },
  { comes: 60_000, lasts: false },
  { comes: Infinity, lasts: true },
])(
  'the stand-in for a style sheet of marks that comes after $comes ms outlasts it: $lasts',
  ({ comes, lasts }) => {
    vi.useFakeTimers();
    const host = (): HTMLElement | null => document.documentElement.querySelector('spamlight-marks');
    const inline = (): string => host()?.style.getPropertyValue('--spamlight-alive') ?? '';
    const from = Date.now();
    vi.stubGlobal('getComputedStyle', () => ({
      display: 'block',
      getPropertyValue: () => (Date.now() - from >= comes ? 'block' : inline()),
    }));
    new MarkHost({
      isAlive: () => true,
      onRetire: () => undefined,
      onReattach: () => undefined,
      signal: abort.signal,
    }).attach();
    // There is something to see all the while.
    for (let second = 0; second < 200; second++) {
      expect(Date.now() - from >= comes || inline() === 'block').toBe(true);
      vi.advanceTimersByTime(1000);
    }
    expect(inline()).toBe(lasts ? 'block' : '');
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  },
);

test('a page that takes the marks away again and again gets its way in the end, until it shows another document', () => {
  let attached = 0;
  const host = new MarkHost({
    isAlive: () => true,
    onRetire: () => undefined,
    onReattach: () => (attached += 1),
    signal: abort.signal,
  });
  const find = (): Element | null => document.documentElement.querySelector('spamlight-marks');
  for (let taken = 0; taken < 60; taken++) {
    host.attach();
    find()?.remove();
  }
  expect(attached).toBe(51);
  const root = document.documentElement;
  root.remove();
  document.append(root.cloneNode(true));
  host.attach();
  expect(find()).not.toBeNull();
});
