import { textLinesIn } from '../../dom/text-lines.ts';
import { boxOf, closestTo, elementAt, elementsAt, isInside } from '../../dom/unclobbered.ts';
import type { Rectangle } from '../../dom/visible-viewport.ts';

/** What somebody clicks: ours must not lie on it, although all but our own buttons lets clicks through. */
const CONTROL =
  'a[href], area, button, input, select, textarea, label, summary, [role="button"], [role="link"], [role="tab"], [role="menuitem"], [role="checkbox"], [onclick], [tabindex]:not([tabindex="-1"])';

const PICTURE = 'img, svg, canvas, video, object, iframe';

/** From the edge of what can be seen, and between the box and what is beside it. CSS pixels. */
const MARGIN_PX = 4;

/** Between two points that are looked at: smaller than any button. CSS pixels. */
const STEP_PX = 16;

/** What is not looked at by then may be anything. Milliseconds. */
const LOOK_MS = 16;

/** Of an element's own text; more is a page without any room. */
const MAX_TEXTS = 20;

/** What it costs to lie there, for each point: on nothing it costs nothing. */
const CONTROL_COST = 100;
const TEXT_COST = 4;
const PICTURE_COST = 2;

/** Where there was no time to look: better than on a control, and worse than on some words. */
const UNKNOWN_COST = 50;

/** The same in the message, which has words and no button of the webmail. */
const UNKNOWN_INSIDE_COST = 25;

export interface SignPlace {
  readonly left: number;
  readonly top: number;
  /** 0: on nothing. */
  readonly cost: number;
  /** False if time ran out before everything was looked at. */
  readonly isKnown: boolean;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a box may go at the upper edge of a message: above it first, as far right as it goes, then lower. */
function candidates({ width, height }: Size, body: Rectangle): readonly { left: number; top: number }[] {
  const right = Math.min(body.right, innerWidth) - width - 2 * MARGIN_PX;
  const left = Math.max(body.left, 0) + 2 * MARGIN_PX;
  const lefts = [right, (left + right) / 2, left];
  const row = height + MARGIN_PX;
  return [
    2 - height,
    -2 - height,
    -height - row,
    MARGIN_PX,
    -height - 2 * row,
    row,
    2 * row,
    3 * row,
  ].flatMap((down) => lefts.map((from) => ({ left: from, top: body.top + down })));
}

/**
 * Finds room for a box at the upper edge of a message by looking at what lies there: nothing at all if there is such a
 * place, otherwise as little as there is, and a control only where everything is one.
 *
 * @param host - what is ours, which is looked through
 * @param enough - of two places that cost more, either will do: 1 where only a free one is wanted, which is found soon
 */
export function freePlace(size: Size, body: Element, host: Element, enough = Infinity): SignPlace {
  const box = boxOf(body);
  // Only now: the browser lays the page out for the box, which is no part of the look.
  const look = new Look(body, host);
  let best: Omit<SignPlace, 'isKnown'> | null = null;
  for (const wanted of candidates(size, box)) {
    const place = inSight(wanted, size);
    const cost = look.cost(place, size, Math.min(best?.cost ?? Infinity, enough));
    if (best === null || cost < best.cost) best = { ...place, cost };
    if (best.cost === 0) break;
  }
  return { ...(best ?? { left: MARGIN_PX, top: MARGIN_PX, cost: Infinity }), isKnown: !look.isCut };
}

/** What it costs to lie where it does. */
export function costOf(box: DOMRect, body: Element, host: Element): number {
  return new Look(body, host).cost(box, box, Infinity);
}

function inSight({ left, top }: { readonly left: number; readonly top: number }, { width, height }: Size) {
  return {
    left: Math.max(MARGIN_PX, Math.min(left, innerWidth - width - MARGIN_PX)),
    top: Math.max(MARGIN_PX, Math.min(top, innerHeight - height - MARGIN_PX)),
  };
}

/** One look at a page as it is now. */
class Look {
  readonly #body: Element;
  readonly #host: Element;
  readonly #until = performance.now() + LOOK_MS;
  /** What is known of elements: a control, a picture, or where their own text is. */
  readonly #known = new Map<Element, number | readonly DOMRect[]>();
  /** Time has run out. */
  isCut = false;

  constructor(body: Element, host: Element) {
    this.#body = body;
    this.#host = host;
  }

  /** @param enough - more need not be counted */
  cost(
    { left, top }: { readonly left: number; readonly top: number },
    { width, height }: Size,
    enough: number,
  ): number {
    let cost = 0;
    for (const y of stepsFrom(top, height)) {
      for (const x of stepsFrom(left, width)) {
        this.isCut = performance.now() > this.#until;
        if (this.isCut)
          return Math.max(cost, top < boxOf(this.#body).top ? UNKNOWN_COST : UNKNOWN_INSIDE_COST);
        cost += this.#costAt(x, y);
        if (cost >= enough) return cost;
      }
    }
    return cost;
  }

  #costAt(x: number, y: number): number {
    // All that lie there take the browser much longer than the uppermost.
    const top = elementAt(x, y);
    const hit = top === this.#host ? elementsAt(x, y).find((element) => element !== top) : top;
    if (hit == null) return 0;
    const known = this.#known.get(hit) ?? this.#lookAt(hit);
    if (typeof known === 'number') return known;
    const isText = known.some(
      (line) => line.left <= x && line.right >= x && line.top <= y && line.bottom >= y,
    );
    return isText ? TEXT_COST : 0;
  }

  #lookAt(element: Element): number | readonly DOMRect[] {
    const control = closestTo(element, CONTROL);
    // What holds the whole message may have the focus, to be scrolled by keys.
    const isControl = control !== null && !isInside(control, this.#body);
    const is = isControl
      ? CONTROL_COST
      : closestTo(element, PICTURE) !== null
        ? PICTURE_COST
        : textLinesIn(element, MAX_TEXTS);
    this.#known.set(element, is);
    return is;
  }
}

function* stepsFrom(start: number, length: number): Generator<number> {
  const count = Math.max(1, Math.ceil(length / STEP_PX));
  for (let step = 0; step <= count; step++) yield start + (length * step) / count;
}
