import type { askBackground } from '../../../platform/frame-bus.ts';
import type { OverlayAction, TextPieces, OverlayContent } from '../../../protocol/overlay-messages.ts';
import type { Child } from '../../dom/element.ts';
import { randomName } from '../../dom/random-name.ts';
import { isSmall, type Rectangle } from '../../dom/visible-viewport.ts';
import { outside } from './verdict-view.ts';
import { askOrNull } from './poll-while-open.ts';

/** Overlay in the top frame, for a frame that is too small. Replaces the previous one; actions come back here. */
export class TopFrameOverlay {
  readonly #ask: typeof askBackground;
  #open: { readonly id: string; readonly onAction: (action: OverlayAction, id: string) => void } | null =
    null;

  constructor(ask: typeof askBackground) {
    this.#ask = ask;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** @returns false if it must be shown here: there is room, or the top frame refuses */
  async show(
    what: OverlayContent,
    room: Rectangle,
    onAction: (action: OverlayAction, id: string) => void,
  ): Promise<boolean> {
    this.close();
    if (window === window.top || !isSmall(room)) return false;
    const open = { id: randomName(), onAction };
    this.#open = open;
    const answer = await askOrNull(this.#ask, { type: 'show-above', id: open.id, what });
    if (this.#open !== open) return true;
    if (answer !== null && 'isShown' in answer && answer.isShown === true) return true;
    this.#open = null;
    return false;
  }

  notify(kind: 'enter' | 'leave'): void {
    if (this.#open !== null)
      void askOrNull(this.#ask, { type: 'show-above', id: this.#open.id, what: { kind } });
  }

  close(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    void askOrNull(this.#ask, { type: 'close-above', id: open.id });
  }

  handle(id: string, action: OverlayAction): void {
    if (this.#open?.id !== id) return;
    const { onAction } = this.#open;
    this.#open = null;
    onAction(action, id);
  }

  isShown(id: string): boolean {
    return this.#open?.id === id;
  }
}

/** Separates our text from text from outside. */
export function toPieces(children: readonly Child[]): TextPieces {
  return children.flatMap((child) => {
    if (child == null) return [];
    return typeof child === 'string'
      ? { text: child, isOutside: false }
      : { text: child.textContent ?? '', isOutside: true };
  });
}

export function fromPieces(pieces: TextPieces): readonly Child[] {
  return pieces.map(({ text, isOutside }) => (isOutside ? outside(text) : text));
}
