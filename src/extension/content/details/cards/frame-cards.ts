import type { askBackground } from '../../../platform/frame-bus.ts';
import type { OverlayAction, OverlayContent } from '../../../protocol/overlay-messages.ts';
import type { ContentMessage } from '../../../protocol/background-messages.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';
import { fromPieces } from '../views/top-frame-overlay.ts';
import { CLOSE_DELAY_MS } from './card-control.ts';
import { askingFrame, toPagePoint } from '../questions/frame-questions.ts';
import { isSeen } from '../views/is-seen.ts';
import { LinkCard, type LinkCardOptions } from './link-card.ts';
import type { UndoToast } from '../toasts/undo-toast.ts';
import { askOrNull, pollWhileOpen, type OverlayOwner } from '../views/poll-while-open.ts';

type ShowMessage = Extract<ContentMessage, { readonly type: 'show-above' }>;
type CardAbove = Extract<OverlayContent, { readonly kind: 'card' }>;
type ToastAbove = Extract<OverlayContent, { readonly kind: 'toast' }>;

export interface FrameCardsOptions extends Omit<
  LinkCardOptions,
  'actions' | 'mayOpen' | 'overlay' | 'onClose' | 'onFinish'
> {
  readonly ask: typeof askBackground;
  readonly toast: UndoToast;
  readonly tell: (marked: MarkedLink) => Promise<boolean>;
  readonly isBlocked: () => boolean;
  readonly showHost: () => void;
}

/**
 * Shows cards and toasts of small frames in the top frame, and closes them if the frame is removed. Reports actions to
 * the frame.
 */
export class FrameCards {
  readonly #options: FrameCardsOptions;
  readonly #card: LinkCard;
  #open: (OverlayOwner & { readonly frame: HTMLElement; readonly mayOpen: boolean }) | null = null;
  #toast: (OverlayOwner & { readonly element: HTMLElement }) | null = null;
  #closeTimer: ReturnType<typeof setTimeout> | undefined;
  #isPointerIn = false;

  constructor(options: FrameCardsOptions) {
    this.#options = options;
    this.#card = new LinkCard({
      ...options,
      actions: {
        trust: (_, scope, forSeconds) => this.#finish({ kind: 'trust', scope, forSeconds }),
        trustOnce: () => this.#finish({ kind: 'trust-once' }),
        block: (_, scope) => this.#finish({ kind: 'block', scope }),
        open: () => this.#finish({ kind: 'open' }),
        tell: options.tell,
      },
      mayOpen: () => this.#open?.mayOpen === true,
      overlay: null,
      // Deferred: an action that closes the card comes in the same turn and must be reported first.
      onClose: () => queueMicrotask(() => this.#finish({ kind: 'closed' })),
    });
    options.events.watch('pointerover', this.#onOver);
    options.events.watch('click', this.#onClick);
    options.events.watch('keydown', this.#onKey);
  }

  show({ frameId, id, what }: ShowMessage): Promise<boolean> {
    switch (what.kind) {
      case 'card':
        return this.#showCard({ frameId, id }, what);
      case 'toast':
        return Promise.resolve(this.#showToast({ frameId, id }, what));
      case 'enter':
        if (this.#open?.id === id) this.#card.focusFirst();
        else if (this.#toastOf(id)) this.#options.toast.enter();
        break;
      case 'leave':
        if (this.#open?.id === id && !this.#isPointerIn && !this.#card.hasFocus) this.#card.close();
        break;
    }
    return Promise.resolve(this.#open?.id === id);
  }

  close(id: string): void {
    // Deferred: `#showCard` sets `#open` one microtask later.
    queueMicrotask(() => {
      if (this.#open?.id === id) this.dismiss();
      if (this.#toastOf(id)) this.#options.toast.close();
    });
  }

  #toastOf(id: string): boolean {
    return this.#toast?.id === id && this.#options.toast.isShowing(this.#toast.element);
  }

  dismiss(): void {
    this.#card.close();
  }

  raise(): void {
    this.#card.raise();
  }

  async #showCard(
    owner: OverlayOwner,
    { answer, href, level, isSender, ...rest }: CardAbove,
  ): Promise<boolean> {
    const { ask, isBlocked, root, showHost } = this.#options;
    const frame = askingFrame(rest.size);
    this.#card.close();
    if (isBlocked() || !(frame instanceof HTMLElement)) return false;
    // The previous card's closing must be reported first.
    await Promise.resolve();
    const open = { ...owner, frame, mayOpen: rest.mayOpen };
    this.#open = open;
    this.#isPointerIn = false;
    const from = toPagePoint(frame, rest.from);
    const to = toPagePoint(frame, rest.to);
    const message = { body: frame, key: '', isFramed: false };
    await this.#card.open(
      { level, answer, link: { element: frame, href, message, isSender } },
      frame,
      { left: from.x, top: from.y, right: to.x, bottom: to.y },
      rest.pointer === null ? null : toPagePoint(frame, rest.pointer),
    );
    const { element } = this.#card;
    if (this.#open !== open || element === null) return false;
    showHost();
    if (!isSeen(root.host, element)) {
      this.#open = null;
      this.#card.close();
      return false;
    }
    pollWhileOpen(
      ask,
      owner,
      () => this.#open === open,
      () => this.dismiss(),
    );
    return true;
  }

  #showToast(owner: OverlayOwner, { sentence, hasUndo, further }: ToastAbove): boolean {
    const { ask, showHost, toast } = this.#options;
    const say = (done: OverlayAction) => () => this.#report(owner, done);
    const element = toast.show(
      fromPieces(sentence),
      hasUndo ? say({ kind: 'undo' }) : null,
      further === null ? null : { label: fromPieces(further), action: say({ kind: 'further' }) },
      () => queueMicrotask(say({ kind: 'closed' })),
    );
    showHost();
    this.#toast = { ...owner, element };
    pollWhileOpen(
      ask,
      owner,
      () => toast.isShowing(element),
      () => toast.close(),
    );
    return true;
  }

  #finish(done: OverlayAction): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    clearTimeout(this.#closeTimer);
    this.#report(open, done);
  }

  #report({ frameId, id }: OverlayOwner, done: OverlayAction): void {
    void askOrNull(this.#options.ask, { type: 'done-below', frameId, id, done });
  }

  readonly #onOver = (event: PointerEvent): void => {
    if (this.#open === null) return;
    clearTimeout(this.#closeTimer);
    const path = event.composedPath();
    this.#isPointerIn = path.includes(this.#options.root.host);
    if (this.#isPointerIn || path.includes(this.#open.frame)) return;
    this.#closeTimer = setTimeout(() => {
      if (!this.#card.hasFocus) this.#card.close();
    }, CLOSE_DELAY_MS);
  };

  readonly #onClick = (event: MouseEvent): void => {
    if (event.isTrusted && !event.composedPath().includes(this.#options.root.host)) this.#card.close();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (this.#open === null || !event.isTrusted || !this.#card.hasFocus) return;
    const isAtEnd = event.shiftKey ? this.#card.isFirstFocused() : this.#card.isLastFocused();
    if (event.key !== 'Escape' && !(event.key === 'Tab' && isAtEnd)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Closing returns the focus to the frame. Deferred: while a key is handled, Firefox moves no focus to a
    // cross-origin document.
    const open = this.#open;
    setTimeout(() => {
      if (this.#open === open) this.#card.close();
    });
  };
}
