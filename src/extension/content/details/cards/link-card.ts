/** One file, because all concerns one element. */
import type { Administered } from '../../../protocol/policy-messages.ts';
import { shortened } from '../../../../core/text/outside-text.ts';
import type { Point } from '../../../protocol/question-messages.ts';
import type { FrameKey } from '../../../platform/texts/texts.ts';
import type { ContentTexts } from '../../texts/content-texts.ts';
import { el } from '../../dom/element.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';
import type { OwnEvents } from '../../marks/own-events.ts';
import { signIcon } from '../../marks/sign-icon.ts';
import { boxOf, isConnected } from '../../dom/unclobbered.ts';
import type { TopFrameOverlay } from '../views/top-frame-overlay.ts';
import type { CardActions } from './card-actions.ts';
import { toOverlayCard, performAction } from './overlay-card.ts';
import { toggleChoice } from './card-choice.ts';
import { MARGIN_PX, cardPosition } from './card-place.ts';
import { scopesFor } from './scopes-for.ts';
import { showPinned } from '../views/show-pinned.ts';
import { supportView } from '../views/support-view.ts';
import { destinationView, outside, reasonsView, senderView, whyView } from '../views/verdict-view.ts';
import { visibleViewport, type Rectangle } from '../../dom/visible-viewport.ts';

export interface LinkCardOptions {
  readonly root: ShadowRoot;
  readonly events: OwnEvents;
  readonly texts: ContentTexts;
  readonly actions: CardActions;
  readonly mayOpen: (marked: MarkedLink) => boolean;
  readonly administered: () => Administered;
  /** Null: always shown in this frame, however small. */
  readonly overlay: TopFrameOverlay | null;
  /** The card in the top frame was closed. */
  readonly onFinish?: () => void;
  readonly onClose?: () => void;
  readonly signal: AbortSignal;
}

/** A new card ignores clicks meant for what was there before. */
const GRACE_MS = 700;

const TITLES: Readonly<Record<MarkedLink['level'], FrameKey>> = {
  danger: 'card_title_danger',
  caution: 'card_title_caution',
  unchecked: 'card_title_unchecked',
};

/** Not modal. Covers the link only if there is no other room. */
export class LinkCard {
  readonly #options: LinkCardOptions;
  #open: {
    readonly marked: MarkedLink;
    readonly element: HTMLElement;
    readonly anchor: HTMLElement;
  } | null = null;
  /** Settles when the latest card is shown or abandoned. */
  #opened: Promise<void> = Promise.resolve();
  #left: Element | null = null;
  #isOverlayFocused = false;
  /** Keeps the card inside the window when it unfolds. */
  #growth: ResizeObserver | null = null;

  constructor(options: LinkCardOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.close());
  }

  get marked(): MarkedLink | null {
    return this.#open?.marked ?? null;
  }

  /** Not in the document if the card is in the top frame. */
  get element(): HTMLElement | null {
    return this.#open?.element ?? null;
  }

  /** Shown in the top frame. */
  get isRemote(): boolean {
    return this.#options.overlay?.isOpen === true;
  }

  get hasFocus(): boolean {
    if (this.#isOverlayFocused) return true;
    const focused = this.#options.root.activeElement;
    return focused !== null && this.#open?.element.contains(focused) === true;
  }

  /**
   * @param anchor - element that the card follows: the link, or its frame
   * @param near - the link's visible part
   * @param pointer - null unless the pointer opened the card
   */
  open(
    marked: MarkedLink,
    anchor: HTMLElement,
    near: Rectangle,
    pointer: { readonly x: number; readonly y: number } | null,
  ): Promise<void> {
    if (this.#open?.marked.link.element !== marked.link.element)
      this.#opened = this.#openAt(marked, anchor, near, pointer);
    return this.#opened;
  }

  async #openAt(
    marked: MarkedLink,
    anchor: HTMLElement,
    near: Rectangle,
    pointer: { readonly x: number; readonly y: number } | null,
  ): Promise<void> {
    this.close();
    const element = this.#build(marked);
    this.#open = { marked, element, anchor };
    const viewport = await visibleViewport();
    if (this.#open?.element !== element) return;
    // Link or host is gone: the card must not count as open.
    if (!isConnected(anchor) || !isConnected(this.#options.root.host)) {
      this.close();
      return;
    }
    if (await this.#showInTopFrame(marked, near, viewport, pointer)) return;
    if (this.#open?.element !== element) return;
    showPinned(this.#options.root, element, anchor);
    element.classList.add('settling');
    setTimeout(() => element.classList.remove('settling'), GRACE_MS);
    this.#growth = new ResizeObserver(() => this.#place(element, anchor, near, viewport, pointer));
    this.#growth.observe(element);
    this.#place(element, anchor, near, viewport, pointer);
  }

  /** Closes the card if its answer changed. Most list updates change no answer. */
  refresh(marked: MarkedLink | null): boolean {
    if (this.#open === null || (marked !== null && contentKey(marked) === contentKey(this.#open.marked)))
      return false;
    this.close();
    return true;
  }

  close(): void {
    this.#growth?.disconnect();
    this.#growth = null;
    // While another document has the focus, browsers would forget a focus set here.
    const hadFocus = this.hasFocus && (!this.#isOverlayFocused || document.hasFocus());
    this.#isOverlayFocused = false;
    const open = this.#open;
    this.#open = null;
    this.#options.overlay?.close();
    open?.element.remove();
    if (open !== null) this.#options.onClose?.();
    if (open === null || !hadFocus) return;
    this.#left = open.marked.link.element;
    focusOn(open.marked.link.element, open.anchor);
    this.#left = null;
  }

  /** Link to which the focus is just returning; otherwise null. */
  get left(): Element | null {
    return this.#left;
  }

  /** Moves the card above newer top-layer elements. */
  raise(): void {
    if (this.#open?.element.matches(':popover-open') !== true) return;
    this.#open.element.hidePopover();
    this.#open.element.showPopover();
  }

  focusFirst(): void {
    if (this.isRemote) {
      this.#isOverlayFocused = true;
      this.#options.overlay?.notify('enter');
    } else this.#controls()[0]?.focus();
  }

  leave(): void {
    if (this.isRemote) this.#options.overlay?.notify('leave');
    else this.close();
  }

  isLastFocused(): boolean {
    return this.#controls().at(-1) === this.#options.root.activeElement;
  }

  isFirstFocused(): boolean {
    return this.#controls()[0] === this.#options.root.activeElement;
  }

  async #showInTopFrame(
    marked: MarkedLink,
    near: Rectangle,
    viewport: Rectangle,
    pointer: Point | null,
  ): Promise<boolean> {
    const { overlay, actions, mayOpen } = this.#options;
    const view = toOverlayCard(marked, near, pointer, mayOpen(marked));
    return (
      overlay !== null &&
      (await overlay.show(view, viewport, (done, id) => {
        this.close();
        this.#options.onFinish?.();
        performAction(done, id, marked, actions, mayOpen);
      }))
    );
  }

  #controls(): readonly HTMLElement[] {
    const all = this.#open?.element.querySelectorAll<HTMLElement>('button, input');
    return all === undefined
      ? []
      : [...all].filter((control) => control.checkVisibility() && !control.matches('input:not(:checked)'));
  }

  #place(
    card: HTMLElement,
    anchor: HTMLElement,
    near: Rectangle,
    viewport: Rectangle,
    pointer: { readonly x: number; readonly y: number } | null,
  ): void {
    card.style.maxHeight = `${viewport.bottom - viewport.top - 2 * MARGIN_PX}px`;
    card.style.maxWidth = `${viewport.right - viewport.left - 2 * MARGIN_PX}px`;
    const { width, height } = card.getBoundingClientRect();
    const { left, top } = cardPosition({ width, height }, near, viewport, pointer);
    const box = boxOf(anchor);
    card.style.left = `calc(anchor(left) + ${left - box.left}px)`;
    card.style.top = `calc(anchor(top) + ${top - box.top}px)`;
  }

  /** Ignores scripts' clicks, and clicks just after the card appeared. */
  #onPress(button: HTMLButtonElement, action: (button: HTMLButtonElement) => void): HTMLElement {
    return this.#options.events.onPress(button, ({ detail }) => {
      const isKey = detail === 0;
      if (isKey || this.#open?.element.classList.contains('settling') !== true) action(button);
    });
  }

  #button(key: FrameKey, className: string, action: (button: HTMLButtonElement) => void): HTMLElement {
    return this.#onPress(el('button', { className }, this.#options.texts.text(key)), action);
  }

  #build(marked: MarkedLink): HTMLElement {
    const { texts, actions, mayOpen, administered } = this.#options;
    const { answer, level, link } = marked;
    const isFlagged = level !== 'unchecked';
    const title = el(
      'h2',
      { id: 'card-title' },
      texts.text(link.isSender ? 'card_title_sender' : TITLES[level]),
    );
    const details = el(
      'div',
      { className: 'details', hidden: true },
      reasonsView(answer, texts, Date.now() / 1000),
      isFlagged ? this.#tell(marked) : null,
    );
    const choice = el('div', { className: 'choice', hidden: true });
    // Only one of reasons and choice is unfolded: both would exceed most windows.
    const why = el('button', { className: 'plain', ariaExpanded: 'false' }, texts.text('card_why'));
    const whyForm = this.#onPress(why, () => {
      details.hidden = !details.hidden;
      choice.hidden = true;
      why.ariaExpanded = String(!details.hidden);
    });
    const choose = (action: 'trust' | 'block', opener: HTMLButtonElement): void => {
      details.hidden = true;
      why.ariaExpanded = 'false';
      toggleChoice(choice, action, marked, {
        opener,
        texts,
        actions,
        button: (key, className, run) => this.#button(key, className, run),
        close: () => this.close(),
      });
    };
    const canBlock = isFlagged && scopesFor('block', marked).length > 0;
    const canTrust = isFlagged && scopesFor('trust', marked).length > 0;
    const card = el(
      'div',
      { className: `card ${level}`, popover: 'manual', role: 'alertdialog', lang: texts.language },
      el(
        'header',
        {},
        signIcon(level, 22),
        title,
        this.#onPress(el('button', { className: 'close', ariaLabel: texts.text('card_close') }, '×'), () =>
          this.close(),
        ),
      ),
      el(
        'div',
        { id: 'card-text' },
        whyView(answer, texts),
        link.isSender ? senderView(link.href) : destinationView(answer, link.href, texts),
      ),
      supportView(administered(), texts),
      details,
      choice,
      el(
        'footer',
        {},
        canTrust ? this.#button('card_trust', 'plain', (button) => choose('trust', button)) : null,
        canBlock ? this.#button('card_block', 'plain', (button) => choose('block', button)) : null,
        isFlagged ? whyForm : null,
        mayOpen(marked)
          ? this.#button('card_open', 'plain open', () => {
              this.close();
              actions.open(marked, null);
            })
          : null,
      ),
    );
    card.setAttribute('aria-labelledby', 'card-title');
    card.setAttribute('aria-describedby', 'card-text');
    return card;
  }

  #tell(marked: MarkedLink): HTMLElement {
    const { texts, actions } = this.#options;
    const told = el('span', { className: 'told', role: 'status' });
    const button = this.#button('card_tell', 'plain', () => {
      void actions.tell(marked).then((isCopied) => {
        const { contact } = marked.answer;
        told.replaceChildren(
          isCopied ? `${texts.text('card_told')} ` : '',
          contact === undefined ? '' : outside(shortened(contact, 80)),
        );
      });
    });
    return el('p', { className: 'tell' }, button, told);
  }
}

export function focusOn(link: Element, anchor: HTMLElement): void {
  if (link instanceof HTMLAnchorElement || link instanceof SVGElement) link.focus();
  else anchor.focus();
}

/** Leaves out what changes with each list update. */
function contentKey({ answer, link: { href } }: MarkedLink): string {
  return JSON.stringify([href, answer], (name, value: unknown) =>
    name === 'serial' || name === 'publishedAt' ? undefined : value,
  );
}
