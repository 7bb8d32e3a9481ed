// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.hoisted(() => {
  Object.assign(globalThis, { chrome: {} });
});
vi.stubGlobal('SVGAElement', class extends SVGElement {});
HTMLElement.prototype.showPopover = () => undefined;
const { UndoToast } = await import('../../../../../src/extension/content/details/toasts/undo-toast.ts');

let abort = new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
  abort = new AbortController();
});
afterEach(() => {
  abort.abort();
  vi.useRealTimers();
});

function aToast() {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  const toast = new UndoToast({
    root,
    events: { watch: () => undefined, onPress: (button: HTMLElement) => button } as never,
    texts: { language: 'en', text: (key: string) => key },
    live: { say: () => undefined } as never,
    overlay: { isOpen: false, show: () => Promise.resolve(false), close: () => undefined } as never,
    signal: abort.signal,
  });
  const element = toast.show(['Trusted.'], () => undefined);
  return { element, isShown: () => root.contains(element) };
}

test('a toast closes by itself after twelve seconds', async () => {
  const { isShown } = aToast();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(isShown()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isShown()).toBe(false);
});

test('a toast stays under the pointer, and closes twelve seconds after it has left', async () => {
  const { element, isShown } = aToast();
  await vi.advanceTimersByTimeAsync(5_000);
  element.dispatchEvent(new Event('pointerenter'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isShown()).toBe(true);
  element.dispatchEvent(new Event('pointerleave'));
  await vi.advanceTimersByTimeAsync(11_000);
  expect(isShown()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isShown()).toBe(false);
});
