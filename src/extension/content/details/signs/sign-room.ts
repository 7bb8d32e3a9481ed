import { closestTo } from '../../dom/unclobbered.ts';

/** Between a sign and the message below it. CSS pixels. */
const GAP_PX = 6;

interface Room {
  /** What the page itself said of the margin, both empty if nothing. */
  readonly value: string;
  readonly priority: string;
  /** What came of that. CSS pixels. */
  readonly margin: number;
  /** Of the sign that it was made for. CSS pixels. */
  height: number;
}

/**
 * Room for a sign above its message, where the page has none: the message begins that much lower, by a margin of its
 * own element. Nothing else of the page is changed, and the margin is put back with the sign.
 */
export class SignRooms {
  readonly #rooms = new Map<HTMLElement, Room>();

  /**
   * @param height - of the sign. CSS pixels
   * @returns false if there is as much already, or cannot be
   */
  make(body: HTMLElement, height: number): boolean {
    // A form shows its fields under the names of its properties.
    if (body instanceof HTMLFormElement) return false;
    const { style } = body;
    const room = this.#rooms.get(body) ?? {
      value: style.getPropertyValue(MARGIN),
      priority: style.getPropertyPriority(MARGIN),
      margin: Number.parseFloat(getComputedStyle(body).marginTop) || 0,
      height: 0,
    };
    if (height <= room.height) return false;
    const didFit = fits(body);
    room.height = height;
    this.#rooms.set(body, room);
    style.setProperty(MARGIN, `${room.margin + height + GAP_PX}px`, 'important');
    // A frame that was made as high as its document would cut off the end of the message.
    if (window === top || !didFit || fits(body)) return true;
    this.giveBack(body);
    return false;
  }

  giveBack(body: Element): void {
    if (!(body instanceof HTMLElement)) return;
    const room = this.#rooms.get(body);
    if (room === undefined) return;
    this.#rooms.delete(body);
    body.style.setProperty(MARGIN, room.value, room.priority);
  }

  giveAllBack(): void {
    for (const body of this.#rooms.keys()) this.giveBack(body);
  }
}

const MARGIN = 'margin-top';

function fits(body: HTMLElement): boolean {
  return (closestTo(body, 'html')?.scrollHeight ?? 0) <= innerHeight;
}
