// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
const { OwnEvents } = await import('../../../../src/extension/content/marks/own-events.ts');

let abort: AbortController;

beforeEach(() => {
  abort = new AbortController();
});
afterEach(() => abort.abort());

/** Two buttons in a closed root, and what was done by them. */
function buttons() {
  const host = document.createElement('div');
  document.documentElement.append(host);
  const root = host.attachShadow({ mode: 'closed' });
  const events = new OwnEvents(root, abort.signal);
  events.listen();
  const done: string[] = [];
  const [back, open] = ['back', 'open'].map((name) => {
    const button = document.createElement('button');
    root.append(events.onPress(button, () => void done.push(name)));
    return button;
  });
  /** Like a click of the reader's, which no script can make; the path ends at the closed root, as in a browser. */
  function press(target: EventTarget, isTrusted = true): void {
    const click = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true });
    Object.defineProperties(click, {
      isTrusted: { value: isTrusted },
      composedPath: { value: () => [host, document.documentElement, document, window] },
    });
    target.dispatchEvent(click);
  }
  return { root, back: back as HTMLButtonElement, open: open as HTMLButtonElement, done, press };
}

test('a button of the closed root does what it is for, and only that one', () => {
  const { back, open, done, press } = buttons();
  press(open);
  expect(done).toEqual(['open']);
  press(back);
  expect(done).toEqual(['open', 'back']);
});

test('the page hears neither of a click in the closed root nor of what it sets off', () => {
  const heard: string[] = [];
  const { open, done, press } = buttons();
  for (const type of ['click', 'reset', 'submit'])
    addEventListener(type, () => void heard.push(type), { capture: true, signal: abort.signal });
  press(open);
  expect(done).toEqual(['open']);
  expect(heard).toEqual([]);
});

test('a click between the buttons of the closed root does nothing, nor does it count for a later one of a script', () => {
  const { root, open, done, press } = buttons();
  press(root);
  press(open, false);
  open.click();
  expect(done).toEqual([]);
});
