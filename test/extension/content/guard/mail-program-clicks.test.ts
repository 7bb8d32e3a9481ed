// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
HTMLElement.prototype.showPopover = () => undefined;
HTMLElement.prototype.hidePopover = () => undefined;
const sent = vi.hoisted((): unknown[] => {
  const sent: unknown[] = [];
  const sendMessage = (message: unknown): Promise<null> => {
    sent.push(message);
    return Promise.resolve(null);
  };
  Object.assign(globalThis, { chrome: { runtime: { id: 'spamlight', sendMessage } } });
  return sent;
});
const fault = vi.hoisted(() => ({ throws: false }));
vi.mock(import('../../../../src/extension/content/hrefs/links-behind.ts'), async (load) => {
  const part = await load();
  return {
    ...part,
    linksBehind(element) {
      if (fault.throws) throw new RangeError('a fault');
      return part.linksBehind(element);
    },
  };
});
const { translateClicks } = await import('../../../../src/extension/content/guard/mail-program-clicks.ts');

translateClicks();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** As the reader does it: scripts cannot make such an event. */
function mouse(target: Element, type: 'mousedown' | 'mouseup'): void {
  const event = new MouseEvent(type, { bubbles: true, composed: true, button: 1 });
  Object.defineProperty(event, 'isTrusted', { value: true });
  target.dispatchEvent(event);
}

test('in Thunderbird, a middle click covers the message only until the button is released', async () => {
  const link = document.createElement('a');
  link.href = 'https://shop.example/';
  document.body.replaceChildren(link);
  const before = [...document.documentElement.children];
  mouse(link, 'mousedown');
  const [cover] = [...document.documentElement.children].filter((each) => !before.includes(each));
  if (cover === undefined) throw new Error('no cover');
  mouse(cover, 'mouseup');
  await vi.advanceTimersByTimeAsync(0);
  expect([...document.documentElement.children]).toEqual(before);
  expect(sent).toEqual([{ type: 'open-agreed', id: '', href: 'https://shop.example/', isBehind: false }]);
});

test('in Thunderbird, a middle click whose links cannot be read is covered all the same, told to the guard, and opens nothing', async () => {
  sent.length = 0;
  const link = document.createElement('a');
  link.href = 'https://shop.example/';
  document.body.replaceChildren(link);
  const told: string[] = [];
  link.addEventListener('auxclick', ({ type }) => told.push(type));
  const before = [...document.documentElement.children];
  fault.throws = true;
  expect(() => mouse(link, 'mousedown')).toThrow('a fault');
  fault.throws = false;
  const [cover] = [...document.documentElement.children].filter((each) => !before.includes(each));
  if (cover === undefined) throw new Error('no cover');
  mouse(cover, 'mouseup');
  await vi.advanceTimersByTimeAsync(0);
  expect([told, sent]).toEqual([['auxclick'], []]);
});
