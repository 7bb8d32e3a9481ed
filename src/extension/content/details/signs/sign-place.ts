import { textLinesIn } from '../../dom/text-lines.ts';
import { boxOf, closestTo, elementAt, elementsAt, isInside } from '../../dom/unclobbered.ts';
import type { Rectangle } from '../../dom/visible-viewport.ts';

/** A sign must not cover these, though it passes clicks through except at its buttons. */
const CONTROL =
  'a[href], area, button, input, select, textarea, label, summary, [role="button"], [role="link"], [role="tab"], [role="menuitem"], [role="checkbox"], [onclick], [tabindex]:not([tabindex="-1"])';

const PICTURE = 'img, svg, canvas, video, object, iframe';

const MARGIN_PX = 4;

/** Between hit tests. Buttons are larger. */
const STEP_PX = 16;

/** Time limit. Points not reached count as unknown. */
const LOOK_MS = 16;

/** Text nodes measured per element: one with more leaves no room anyway. */
const MAX_TEXTS = 20;

/** Per covered point. Free space costs nothing. */
const CONTROL_COST = 100;
const TEXT_COST = 4;
const PICTURE_COST = 2;

/** Less than a control, more than text. */
const UNKNOWN_COST = 50;

/** Lower than outside: inside the message, the webmail has no controls. */
const UNKNOWN_INSIDE_COST = 25;

export interface SignPlace {
  readonly left: number;
  readonly top: number;
  /** 0: covers nothing. */
  readonly cost: number;
  /** False if time ran out. */
  readonly isKnown: boolean;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Above the message and to the right first. */
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
 * Finds the place that covers least; controls only as a last resort.
 *
 * @param host - skipped by hit tests
 * @param enough - counting a place's cost stops here, so costlier places are not ranked; 1 only finds out whether a
 *   place is free
 */
export function freePlace(size: Size, body: Element, host: Element, enough = Infinity): SignPlace {
  const box = boxOf(body);
  // Measuring forces a layout, so the time limit starts afterwards.
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

export function costOf(box: DOMRect, body: Element, host: Element): number {
  return new Look(body, host).cost(box, box, Infinity);
}

function inSight({ left, top }: { readonly left: number; readonly top: number }, { width, height }: Size) {
  return {
    left: Math.max(MARGIN_PX, Math.min(left, innerWidth - width - MARGIN_PX)),
    top: Math.max(MARGIN_PX, Math.min(top, innerHeight - height - MARGIN_PX)),
  };
}

class Look {
  readonly #body: Element;
  readonly #host: Element;
  readonly #until = performance.now() + LOOK_MS;
  readonly #known = new Map<Element, number | readonly DOMRect[]>();
  isCut = false;

  constructor(body: Element, host: Element) {
    this.#body = body;
    this.#host = host;
  }

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
    // `elementsFromPoint` is much slower.
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
    // A control that contains the message is focusable only for scrolling.
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
