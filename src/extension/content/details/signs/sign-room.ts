import { closestTo } from '../../dom/unclobbered.ts';

const GAP_PX = 6;

interface Room {
  /** The page's inline margin; may be empty. */
  readonly value: string;
  readonly priority: string;
  /** Computed, CSS pixels. */
  readonly margin: number;
  /** Height of the sign, CSS pixels. */
  height: number;
}

/** Makes room above a message by a temporary margin. */
export class SignRooms {
  readonly #rooms = new Map<HTMLElement, Room>();

  /** @returns false if there is room already, or none can be made */
  make(body: HTMLElement, height: number): boolean {
    // A form's fields can clobber its properties.
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
    // If the frame is only as high as its document, the margin would push the message's end out of it.
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
