// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
// Of every element; read once, as what mails cannot replace.
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 200, 800, 500);
const { cardPosition } = await import('../../../../src/extension/content/details/cards/card-place.ts');
const { dialogPosition } =
  await import('../../../../src/extension/content/details/questions/guard-dialog.ts');
const { freePlace } = await import('../../../../src/extension/content/details/signs/sign-place.ts');
const { boxOfShape, linesOfPieces } = await import('../../../../src/extension/content/marks/mark-place.ts');

const window = { left: 0, top: 0, right: 1000, bottom: 800 };
const card = { width: 372, height: 260 };

function overlaps(a: { left: number; top: number }, size: typeof card, b: typeof window): boolean {
  return a.left < b.right && a.left + size.width > b.left && a.top < b.bottom && a.top + size.height > b.top;
}

describe('a card', () => {
  test.each([
    ['below a link', { left: 100, top: 100, right: 200, bottom: 120 }, { left: 100, top: 128 }],
    [
      'above one at the lower edge',
      { left: 100, top: 700, right: 200, bottom: 720 },
      { left: 100, top: 432 },
    ],
    [
      'inside the window at its right edge',
      { left: 900, top: 100, right: 990, bottom: 120 },
      { left: 620, top: 128 },
    ],
  ])('a card goes %s', (_, near, place) => {
    expect(cardPosition(card, near, window, null)).toEqual(place);
  });

  test('a card goes beside the pointer on a link that fills the window', () => {
    const whole = { left: 0, top: 0, right: 1000, bottom: 800 };
    const pointer = { x: 300, y: 200 };
    const place = cardPosition(card, whole, window, pointer);
    expect(overlaps(place, card, { left: 300, right: 300, top: 200, bottom: 200 })).toBe(false);
  });

  test('a card lies neither on a line of text that it explains nor outside the window', () => {
    const line = fc.record({ left: fc.nat(900), top: fc.nat(770) });
    fc.assert(
      fc.property(line, ({ left, top }) => {
        const near = { left, top, right: left + 80, bottom: top + 20 };
        const place = cardPosition(card, near, window, null);
        expect(overlaps(place, card, near)).toBe(false);
        expect(place.left).toBeGreaterThanOrEqual(0);
        expect(place.top).toBeGreaterThanOrEqual(0);
        expect(place.left + card.width).toBeLessThanOrEqual(1000);
        expect(place.top + card.height).toBeLessThanOrEqual(800);
      }),
    );
  });
});

test('a sign whose place could not be looked for in time lies in its message, and on no button above it', () => {
  const body = document.createElement('div');
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  try {
    const { left, top } = freePlace({ width: 200, height: 30 }, body, document.body);
    expect(top).toBeGreaterThanOrEqual(200);
    expect(left).toBeLessThanOrEqual(600);
  } finally {
    vi.restoreAllMocks();
  }
});

describe('the dialog', () => {
  const dialog = { width: 480, height: 350 };

  test('the dialog of a question is in the middle for a key', () => {
    expect(dialogPosition(null, dialog, window)).toEqual({ left: 260, top: 225 });
  });

  test('the dialog of a question never lies under the pointer where the window has room', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.nat(799), (x, y) => {
        const place = dialogPosition({ x, y }, dialog, { ...window, right: 1200, bottom: 800 });
        expect(overlaps(place, dialog, { left: x, right: x, top: y, bottom: y })).toBe(false);
      }),
    );
  });
});

describe('the lines of a link', () => {
  const piece = (left: number, top: number, width: number, height = 18): object => ({
    left,
    top,
    width,
    height,
  });
  test.each([
    ['one, bold in the middle', [piece(0, 0, 40), piece(40, 0, 30), piece(70, 0, 20)], [piece(0, 0, 90)]],
    ['one with letters of another size', [piece(0, 4, 40, 18), piece(40, 0, 30, 24)], [piece(0, 0, 70, 24)]],
    ['two', [piece(200, 0, 40), piece(0, 18, 90)], [piece(200, 0, 40), piece(0, 18, 90)]],
    [
      'two, bold where they break',
      [piece(100, 0, 40), piece(140, 0, 30), piece(0, 20, 20), piece(20, 20, 60)],
      [piece(100, 0, 70), piece(0, 20, 80)],
    ],
    [
      'one with other words in it, as where directions of writing meet',
      [piece(0, 0, 40), piece(90, 0, 30)],
      [piece(0, 0, 40), piece(90, 0, 30)],
    ],
  ])('the lines of a link: %s', (_, pieces, lines) => {
    expect(linesOfPieces(pieces as Parameters<typeof linesOfPieces>[0])).toEqual(lines);
  });
});

describe('boxOfShape', () => {
  test.each([
    ['a rectangle', 'rect', '10,20,110,70', { left: 10, top: 20, width: 100, height: 50 }],
    ['one written backwards', null, '110 70 10 20', { left: 10, top: 20, width: 100, height: 50 }],
    ['a circle', 'CIRCLE', '50,60,10', { left: 40, top: 50, width: 20, height: 20 }],
    ['a polygon', 'poly', '0,0, 10,30, 20,5', { left: 0, top: 0, width: 20, height: 30 }],
    ['the whole image', 'default', '', null],
    ['half a rectangle', 'rect', '1,2', null],
    ['no numbers', 'poly', 'a,b,c', null],
  ])('boxOfShape of %s', (_, shape, coords, box) => {
    expect(boxOfShape(shape, coords)).toEqual(box);
  });
});
