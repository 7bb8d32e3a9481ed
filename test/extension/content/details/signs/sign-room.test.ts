// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
const { SignRooms } = await import('../../../../../src/extension/content/details/signs/sign-room.ts');

let body: HTMLElement;

/** The document is so much higher than the window as its margin says. */
function fittedFrame(): void {
  vi.stubGlobal('top', {});
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(
    () => innerHeight + (Number.parseFloat(body.style.marginTop) || 0),
  );
}

beforeEach(() => {
  body = document.createElement('div');
  body.style.cssText = 'margin-top: 3px; color: teal';
  document.body.replaceChildren(body);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the message begins lower by its sign and a gap, whatever its own style says', () => {
  const rooms = new SignRooms();
  expect(rooms.make(body, 60)).toBe(true);
  expect(body.style.getPropertyPriority('margin-top')).toBe('important');
  expect(body.style.marginTop).toBe('69px');
  expect(rooms.make(body, 60)).toBe(false);
  expect(body.style.marginTop).toBe('69px');
});

test('a sign that has grown has more room, and the page its own margin afterwards', () => {
  const rooms = new SignRooms();
  rooms.make(body, 60);
  expect(rooms.make(body, 80)).toBe(true);
  expect(body.style.marginTop).toBe('89px');
  rooms.giveBack(body);
  expect(body.style.marginTop).toBe('3px');
});

test('the margin of a message is as it was once its sign is gone, of one message or of all', () => {
  const rooms = new SignRooms();
  rooms.make(body, 60);
  rooms.giveBack(body);
  expect(body.style.cssText).toBe('margin-top: 3px; color: teal;');
  rooms.giveBack(body);
  rooms.make(body, 60);
  rooms.giveAllBack();
  expect(body.style.marginTop).toBe('3px');
  expect(body.style.getPropertyPriority('margin-top')).toBe('');
});

test('in a frame that is as high as its message no room is made for a sign: nothing is pushed out of sight', () => {
  body.style.marginTop = '0px';
  fittedFrame();
  expect(new SignRooms().make(body, 60)).toBe(false);
  expect(body.style.marginTop).toBe('0px');
});

test('a frame that scrolls already may have more to scroll for a sign', () => {
  fittedFrame();
  expect(new SignRooms().make(body, 60)).toBe(true);
});

test('a form in the place of a message, which a mail could give a field named style, gets no margin for a sign', () => {
  const form = document.createElement('form');
  expect(new SignRooms().make(form, 60)).toBe(false);
});
