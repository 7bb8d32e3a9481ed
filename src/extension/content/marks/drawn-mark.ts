import type { BadgeSide } from './badge-place.ts';
import { el } from '../dom/element.ts';
import type { Box, Place } from './mark-place.ts';
import { signIcon, type SignLevel } from './sign-icon.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

/** How far the frame lies outside the link, CSS pixels. */
const FRAME_PX = 2;

/** All that decides how a mark looks. */
export interface MarkShape {
  /** By how much less of the link is seen than there is. */
  readonly clipped: Rectangle;
  /** The link's part of its anchor; null for the whole. */
  readonly offset: Box | null;
  /** Of a link that runs over the end of a line. */
  readonly lines: readonly Box[];
  readonly badge: BadgeSide;
  readonly isAtRight: boolean;
}

/**
 * One mark in the page: a manual popover whose implicit anchor is its link, so that the browser moves it with the link
 * through every scroller, and nothing on the page lies above it but what the page opens in the top layer later.
 */
export class DrawnMark {
  readonly element: HTMLElement;
  readonly level: SignLevel;
  readonly #badge = el('span', {});
  readonly #frames = el('span', { className: 'frames' }, el('span', { className: 'frame' }));
  #isOpen = false;
  /** How it was last drawn, to leave alone what has not changed. */
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
    // Set as one text: declaration by declaration they were the dearest part of drawing.
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
 * The mark's box, from its anchor's. Pixels and no custom properties: those of a document can be registered by a mail,
 * and would then be what it likes.
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

/** One frame for each line of a link that runs over the end of a line, so that it frames nothing else. */
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
