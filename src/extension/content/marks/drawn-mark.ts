import type { BadgeSide } from './badge-place.ts';
import { el } from '../dom/element.ts';
import type { Box, Place } from './mark-place.ts';
import { signIcon, type SignLevel } from './sign-icon.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

/** How far the frame lies outside the link, CSS pixels. */
const FRAME_PX = 2;

/** What determines a mark's look. */
export interface MarkShape {
  /** How much of the link is clipped at each side. */
  readonly clipped: Rectangle;
  /** The link's part of its anchor; null: all of it. */
  readonly offset: Box | null;
  /** Line boxes of a link that wraps. */
  readonly lines: readonly Box[];
  readonly badge: BadgeSide;
  readonly isAtRight: boolean;
}

/**
 * One mark: a manual popover whose implicit anchor is its link. The browser moves it with the link through every
 * scroller, and only what the page opens later in the top layer lies above it.
 */
export class DrawnMark {
  readonly element: HTMLElement;
  readonly level: SignLevel;
  readonly #badge = el('span', {});
  readonly #frames = el('span', { className: 'frames' }, el('span', { className: 'frame' }));
  #isOpen = false;
  /** The last drawn look, so that unchanged marks are left alone. */
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
    // Set as one string: single declarations were the most expensive part of drawing.
    this.element.style.cssText = styleOf(offset, clipped);
    this.element.classList.toggle('at-right', isAtRight);
    this.#badge.className = `badge ${badge}`;
    frameLines(this.#frames, lines, clipped);
  }

  /** @returns whether it was closed; it has no box until `giveBox` */
  open({ anchor }: Place): boolean {
    if (this.#isOpen) return false;
    this.element.showPopover({ source: anchor });
    this.#isOpen = true;
    return true;
  }

  giveBox(): void {
    this.element.classList.add('open');
  }

  /** Above what the page has opened since. */
  raise({ anchor }: Place): void {
    if (!this.#isOpen) return;
    this.element.hidePopover();
    this.element.showPopover({ source: anchor });
  }
}

/**
 * The mark's box relative to its anchor's. In pixels, without custom properties: a mail could register those and choose
 * their values.
 */
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

/** One frame per line of a link that wraps, so that nothing else is framed. */
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
    // Wider than its line by as much as the frames' box is wider than the link.
    style.inset =
      line === undefined ? '' : `${line.top - clipped.top}px auto auto ${line.left - clipped.left}px`;
    style.width = line === undefined ? '' : `${line.width + 2 * FRAME_PX}px`;
    style.height = line === undefined ? '' : `${line.height + 2 * FRAME_PX}px`;
  }
}
