import type { BadgeSide } from './badge-place.ts';
import { el } from '../dom/element.ts';
import type { Box, Place } from './mark-place.ts';
import { showAt } from './show-at.ts';
import { signIcon, type SignLevel } from './sign-icon.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

const FRAME_PX = 2;

export interface MarkShape {
  /** How much each side is clipped, CSS pixels. */
  readonly clipped: Rectangle;
  /** Part of the anchor; null for all of it. */
  readonly offset: Box | null;
  readonly lines: readonly Box[];
  readonly badge: BadgeSide;
  readonly isAtRight: boolean;
}

/**
 * A manual popover anchored at its link: moved by the browser through every scroller, covered only by later top-layer
 * elements.
 */
export class DrawnMark {
  readonly element: HTMLElement;
  readonly level: SignLevel;
  readonly #badge = el('span', {});
  readonly #frames = el('span', { className: 'frames' }, el('span', { className: 'frame' }));
  #isOpen = false;
  #drawn = '';

  constructor(level: SignLevel, label: string) {
    this.level = level;
    this.element = el(
      'div',
      { className: `mark ${level}`, popover: 'manual', role: 'img', ariaLabel: label },
      this.#frames,
      this.#badge,
    );
    this.#badge.append(signIcon(level, 15));
  }

  write(shape: MarkShape): void {
    const drawing = JSON.stringify(shape);
    if (this.#drawn === drawing) return;
    this.#drawn = drawing;
    const { clipped, offset, lines, badge, isAtRight } = shape;
    // One string: single declarations were the slowest part of drawing.
    this.element.style.cssText = styleOf(offset, clipped);
    this.element.classList.toggle('at-right', isAtRight);
    this.#badge.className = `badge ${badge}`;
    frameLines(this.#frames, lines, clipped);
  }

  open({ anchor }: Place): boolean {
    if (this.#isOpen) return false;
    showAt(this.element, anchor);
    this.#isOpen = true;
    return true;
  }

  giveBox(): void {
    this.element.classList.add('open');
  }

  /** Moves the mark above newer top-layer elements. */
  raise({ anchor }: Place): void {
    if (!this.#isOpen) return;
    this.element.hidePopover();
    showAt(this.element, anchor);
  }
}

/** In pixels: custom properties could be registered by a mail with its own values. */
function styleOf(offset: Box | null, clipped: Rectangle): string {
  const across = clipped.left + clipped.right - 2 * FRAME_PX;
  const down = clipped.top + clipped.bottom - 2 * FRAME_PX;
  return [
    `left:calc(anchor(left) + ${(offset?.left ?? 0) + clipped.left - FRAME_PX}px)`,
    `top:calc(anchor(top) + ${(offset?.top ?? 0) + clipped.top - FRAME_PX}px)`,
    offset === null ? `width:calc(anchor-size(width) - ${across}px)` : `width:${offset.width - across}px`,
    offset === null ? `height:calc(anchor-size(height) - ${down}px)` : `height:${offset.height - down}px`,
  ].join(';');
}

/** Draws one frame per line, so that text beside the link is not framed. */
function frameLines(
  frames: HTMLElement,
  lines: readonly Box[],
  clipped: { readonly left: number; readonly top: number },
): void {
  const wanted = Math.max(1, lines.length);
  while (frames.childElementCount < wanted) frames.append(el('span', { className: 'frame' }));
  while (frames.childElementCount > wanted) frames.lastElementChild?.remove();
  for (const [index, frame] of Array.from(frames.children).entries()) {
    if (!(frame instanceof HTMLElement)) continue;
    const line = lines[index];
    const { style } = frame;
    style.inset =
      line === undefined ? '' : `${line.top - clipped.top}px auto auto ${line.left - clipped.left}px`;
    style.width = line === undefined ? '' : `${line.width + 2 * FRAME_PX}px`;
    style.height = line === undefined ? '' : `${line.height + 2 * FRAME_PX}px`;
  }
}
