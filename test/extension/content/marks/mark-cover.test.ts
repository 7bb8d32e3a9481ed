// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { FoundLink } from '../../../../src/extension/content/links/found-link.ts';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
/** The topmost element at every point: the DOM of unit tests lays nothing out. */
let topmost: Element | null = null;
Document.prototype.elementFromPoint = () => topmost;
const { MarkCover } = await import('../../../../src/extension/content/marks/mark-cover.ts');

const BOX = { left: 10, top: 10, right: 110, bottom: 30 };

const header = document.createElement('header');
const sender = document.createElement('span');
const name = document.createElement('b');
const body = document.createElement('div');
const popup = document.createElement('div');
sender.append(name);
header.append(sender);
document.body.append(header, body, popup);

test.each([
  ['its own text', name, false],
  ['itself', sender, false],
  ['the header around it', header, false],
  ['a window of the webmail', popup, true],
])('a sender’s mark shows unless a window lies over it: %s on top', (_, onTop, isCovered) => {
  topmost = onTop;
  Document.prototype.elementsFromPoint = () => [onTop, sender];
  const message: FoundLink['message'] = { key: 'k', body, isFramed: false };
  const link: FoundLink = { element: sender, href: 'mailto:a@b.example', message, isSender: true };
  expect(new MarkCover(document.createElement('div'), 1).covers(link, BOX)).toBe(isCovered);
});
