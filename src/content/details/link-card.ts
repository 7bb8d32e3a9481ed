import type { Administered } from '../../protocol/policy-messages.ts';
import { shortened } from '../../core/text/outside-text.ts';
import { TRUST_SCOPES, type TrustScope } from '../../core/verdict/verdict.ts';
import type { FrameKey } from '../../platform/texts.ts';
import type { ScopedSubject } from '../../core/verdict/rules.ts';
import type { ContentTexts } from '../content-texts.ts';
import { el } from '../element.ts';
import type { MarkedLink } from '../link-marks.ts';
import type { OwnEvents } from '../own-events.ts';
import { signIcon } from '../sign-icon.ts';
import { boxOf, isConnected } from '../unclobbered.ts';
import { onePerScope, scopesFor } from './scopes-for.ts';
import { supportView } from './support-view.ts';
import { destinationView, outside, reasonsView, senderView, whyView } from './verdict-view.ts';
import { visibleViewport, type Rectangle } from '../visible-viewport.ts';

export interface CardActions {
  /** `forSeconds` null: always. */
  readonly trust: (marked: MarkedLink, scope: TrustScope, forSeconds: number | null) => void;
  /** This link in this message, until another one is opened. */
  readonly trustOnce: (marked: MarkedLink) => void;
  readonly block: (marked: MarkedLink, scope: TrustScope) => void;
  readonly open: (marked: MarkedLink) => void;
  /** Copies a text about the link for those who keep the list; gives whether that went well. */
  readonly tell: (marked: MarkedLink) => Promise<boolean>;
}

export interface LinkCardOptions {
  readonly root: ShadowRoot;
  readonly events: OwnEvents;
  readonly texts: ContentTexts;
  readonly actions: CardActions;
  /** Whether the settings let this link be opened from the card. */
  readonly mayOpen: (marked: MarkedLink) => boolean;
  readonly administered: () => Administered;
  readonly signal: AbortSignal;
}

/** Between link and card, CSS pixels: near enough to move into, far enough not to touch. */
const GAP_PX = 8;

/** Between the card and the edge of what can be seen. */
const MARGIN_PX = 8;

/** A link taller than this is no line of text: its card appears beside the pointer. */
const TALL_LINK_PX = 160;

/** Nothing in a card that has just appeared can be activated: the click was meant for what was there before. */
const GRACE_MS = 700;

const SCOPE_NAMES: Readonly<Record<TrustScope, FrameKey>> = {
  link: 'scope_link',
  path: 'scope_path',
  host: 'scope_host',
  site: 'scope_site',
  sender: 'scope_sender',
};

const TITLES: Readonly<Record<MarkedLink['level'], FrameKey>> = {
  danger: 'card_title_danger',
  caution: 'card_title_caution',
  unchecked: 'card_title_unchecked',
};

const ONCE = 'once';
/** Seconds. */
const WEEK = 7 * 86_400;

/**
 * What is known of one link, beside it: verdict, destination, reasons, and what the reader can do. Not modal: the
 * message stays readable and usable, and the card never lies on the link.
 */
export class LinkCard {
  readonly #options: LinkCardOptions;
  #open: {
    readonly marked: MarkedLink;
    readonly element: HTMLElement;
    readonly anchor: HTMLElement;
    readonly at: number;
  } | null = null;
  #left: Element | null = null;
  /** The card grows when something is unfolded in it, and must not leave the window by that. */
  #growth: ResizeObserver | null = null;

  constructor(options: LinkCardOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.close());
  }

  get marked(): MarkedLink | null {
    return this.#open?.marked ?? null;
  }

  /** Whether the focus is in the card. */
  get hasFocus(): boolean {
    const focused = this.#options.root.activeElement;
    return focused !== null && this.#open?.element.contains(focused) === true;
  }

  /**
   * @param anchor - the box of the link; the browser keeps the card at it
   * @param near - the part of the link that can be seen
   * @param pointer - where the pointer is, if it opened the card
   */
  async open(
    marked: MarkedLink,
    anchor: HTMLElement,
    near: Rectangle,
    pointer: { readonly x: number; readonly y: number } | null,
  ): Promise<void> {
    if (this.#open?.marked.link.element === marked.link.element) return;
    this.close();
    const element = this.#build(marked);
    this.#open = { marked, element, anchor, at: performance.now() };
    const viewport = await visibleViewport();
    // Closed, or another one opened, in the meantime.
    if (this.#open?.element !== element) return;
    // Its link is gone, or what we draw in: a card that is not there must not count as open.
    if (!isConnected(anchor) || !isConnected(this.#options.root.host)) {
      this.close();
      return;
    }
    this.#options.root.append(element);
    element.showPopover({ source: anchor });
    this.#growth = new ResizeObserver(() => this.#place(element, anchor, near, viewport, pointer));
    this.#growth.observe(element);
    this.#place(element, anchor, near, viewport, pointer);
  }

  /**
   * Closes the card if it says what is no longer so. Every update of a list brings new answers, and most say what the
   * old ones said: then nothing is taken away from somebody who reads it.
   */
  refresh(marked: MarkedLink | null): void {
    if (this.#open === null || this.#open.marked === marked) return;
    if (marked === null || said(marked) !== said(this.#open.marked)) this.close();
  }

  close(): void {
    this.#growth?.disconnect();
    this.#growth = null;
    const hadFocus = this.hasFocus;
    const open = this.#open;
    this.#open = null;
    open?.element.remove();
    if (open === null || !hadFocus) return;
    this.#left = open.marked.link.element;
    focusOn(open.marked.link.element, open.anchor);
    this.#left = null;
  }

  /** The link that gets the focus back from its card just now. */
  get left(): Element | null {
    return this.#left;
  }

  /** Above what the page has opened since. */
  raise(): void {
    if (this.#open?.element.matches(':popover-open') !== true) return;
    this.#open.element.hidePopover();
    this.#open.element.showPopover({ source: this.#open.anchor });
  }

  focusFirst(): void {
    this.#controls()[0]?.focus();
  }

  /** Whether the focus is on the last control: Tab leaves the card from there. */
  isLastFocused(): boolean {
    return this.#controls().at(-1) === this.#options.root.activeElement;
  }

  isFirstFocused(): boolean {
    return this.#controls()[0] === this.#options.root.activeElement;
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
    const { left, top } = placed({ width, height }, near, viewport, pointer);
    const box = boxOf(anchor);
    // From the anchor's corner, so that the card goes where the link goes.
    card.style.left = `calc(anchor(left) + ${left - box.left}px)`;
    card.style.top = `calc(anchor(top) + ${top - box.top}px)`;
  }

  /** Runs what the reader asked for, unless a script did, or the card has only just come under the pointer. */
  #onClick(button: HTMLButtonElement, action: () => void): HTMLButtonElement {
    return this.#options.events.onClick(button, ({ detail }) => {
      const isKey = detail === 0;
      const isSettled = performance.now() - (this.#open?.at ?? 0) > GRACE_MS;
      if (isKey || isSettled) action();
    });
  }

  #button(key: FrameKey, className: string, action: () => void): HTMLButtonElement {
    const { texts } = this.#options;
    return this.#onClick(el('button', { type: 'button', className }, texts.text(key)), action);
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
    // One of them at a time: together they would be longer than most windows.
    const why = this.#button('card_why', 'plain', () => {
      details.hidden = !details.hidden;
      choice.hidden = true;
      why.ariaExpanded = String(!details.hidden);
    });
    why.ariaExpanded = 'false';
    const choose = (action: 'trust' | 'block'): void => {
      details.hidden = true;
      why.ariaExpanded = 'false';
      this.#choose(action, marked, choice);
    };
    const canBlock = isFlagged && scopesFor('block', marked).length > 0;
    const canTrust = isFlagged && scopesFor('trust', marked).length > 0;
    const card = el(
      'div',
      { className: `card ${level}`, popover: 'manual', role: 'dialog', lang: texts.language },
      el(
        'header',
        {},
        signIcon(level, 22),
        title,
        this.#onClick(
          el('button', { type: 'button', className: 'close', ariaLabel: texts.text('card_close') }, cross()),
          () => this.close(),
        ),
      ),
      whyView(answer, texts),
      link.isSender ? senderView(link.href) : destinationView(answer, link.href, texts),
      supportView(administered(), texts),
      details,
      choice,
      el(
        'footer',
        {},
        canTrust ? this.#button('card_trust', 'plain', () => choose('trust')) : null,
        canBlock ? this.#button('card_block', 'plain', () => choose('block')) : null,
        isFlagged ? why : null,
        mayOpen(marked)
          ? this.#button('card_open', 'plain open', () => {
              this.close();
              actions.open(marked);
            })
          : null,
      ),
    );
    card.setAttribute('aria-labelledby', 'card-title');
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

  #choose(action: 'trust' | 'block', marked: MarkedLink, choice: HTMLElement): void {
    const { texts, actions } = this.#options;
    if (!choice.hidden && choice.dataset['action'] === action) {
      choice.hidden = true;
      return;
    }
    choice.dataset['action'] = action;
    choice.hidden = false;
    const subjects = onePerScope(scopesFor(action, marked));
    // The widest is what people mean most often, and what a context menu offers; narrowest come first.
    const preferred = subjects.findLast(({ scope }) => scope !== 'sender') ?? subjects[0];
    const scopes = el(
      'fieldset',
      { className: 'scopes' },
      el('legend', {}, texts.text(action === 'trust' ? 'card_trust_what' : 'card_block_what')),
      ...subjects.map((subject) => this.#scopeChoice(subject, subject === preferred)),
    );
    const isDanger = marked.level === 'danger';
    const canBeOnce = subjects.some(({ scope }) => scope === 'link');
    const durations = el(
      'fieldset',
      { className: 'durations' },
      el('legend', {}, texts.text('card_trust_how_long')),
      // Of an address that could not be read to its end there is no exact page, and no once.
      canBeOnce ? duration('card_trust_once', ONCE, isDanger) : null,
      duration('card_trust_week', String(WEEK), isDanger && !canBeOnce),
      duration('card_trust_always', '', !isDanger),
    );
    function duration(key: FrameKey, value: string, isChosen: boolean): HTMLElement {
      return el(
        'label',
        {},
        el('input', { type: 'radio', name: 'duration', value, checked: isChosen }),
        el('span', {}, texts.text(key)),
      );
    }
    const chosen = (name: string): string | undefined =>
      choice.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value;
    const go = this.#button(action === 'trust' ? 'card_trust_do' : 'card_block_do', 'primary', () => {
      const scope = TRUST_SCOPES.find((name) => name === chosen('scope'));
      if (scope === undefined) return;
      const seconds = chosen('duration');
      if (action === 'block') {
        actions.block(marked, scope);
      } else if (seconds === ONCE) {
        actions.trustOnce(marked);
      } else {
        actions.trust(marked, scope, seconds === undefined || seconds === '' ? null : Number(seconds));
      }
      this.close();
    });
    choice.replaceChildren(
      // Above what it decides about: once is this one link, and leaves no scope to choose.
      ...(action === 'trust' ? [durations] : []),
      scopes,
      ...(action === 'trust' ? [el('p', { className: 'note' }, texts.text('card_trust_only_if'))] : []),
      el(
        'p',
        { className: 'go' },
        go,
        this.#button('card_cancel', 'plain', () => {
          choice.hidden = true;
        }),
      ),
    );
    choice.querySelector<HTMLInputElement>('input:checked')?.focus();
  }

  #scopeChoice({ scope, subject }: ScopedSubject, isChosen: boolean): HTMLElement {
    const { texts } = this.#options;
    return el(
      'label',
      {},
      el('input', { type: 'radio', name: 'scope', value: scope, checked: isChosen }),
      el('span', {}, texts.text(SCOPE_NAMES[scope]), ' ', scope === 'link' ? '' : outside(subject)),
    );
  }
}

/** Back where the reader came from: the next key goes on there, and not at the top of the page. */
/** Back to a link, or to where it is seen, if it cannot have the focus itself. */
export function focusOn(link: Element, anchor: HTMLElement): void {
  if (link instanceof HTMLAnchorElement || link instanceof SVGElement) link.focus();
  else anchor.focus();
}

/** What a card says of a link, for comparison: all but of which state of the list it is. */
function said({ answer, link: { href } }: MarkedLink): string {
  return JSON.stringify([href, answer], (name, value: unknown) =>
    name === 'serial' || name === 'publishedAt' ? undefined : value,
  );
}

function cross(): Node {
  return document.createTextNode('×');
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Where a box of this size goes: below the link, above it, beside it, or in the corner that is farthest from the
 * pointer; always inside what can be seen.
 */
export function placed(
  { width, height }: Size,
  near: Rectangle,
  viewport: Rectangle,
  pointer: { readonly x: number; readonly y: number } | null,
): { readonly left: number; readonly top: number } {
  const tall = near.bottom - near.top > TALL_LINK_PX;
  const around: Rectangle =
    tall && pointer !== null
      ? { left: pointer.x, right: pointer.x, top: pointer.y, bottom: pointer.y + 12 }
      : near;
  const minLeft = viewport.left + MARGIN_PX;
  const maxLeft = Math.max(minLeft, viewport.right - MARGIN_PX - width);
  const minTop = viewport.top + MARGIN_PX;
  const maxTop = Math.max(minTop, viewport.bottom - MARGIN_PX - height);
  const left = Math.min(Math.max(around.left, minLeft), maxLeft);
  const below = around.bottom + GAP_PX;
  if (below <= maxTop) return { left, top: below };
  const above = around.top - GAP_PX - height;
  if (above >= minTop) return { left, top: above };
  const top = Math.min(Math.max(around.top, minTop), maxTop);
  const right = around.right + GAP_PX;
  if (right <= maxLeft) return { left: right, top };
  const beside = around.left - GAP_PX - width;
  if (beside >= minLeft) return { left: beside, top };
  const isPointerLeft = (pointer?.x ?? around.left) < (viewport.left + viewport.right) / 2;
  const isPointerHigh = (pointer?.y ?? around.top) < (viewport.top + viewport.bottom) / 2;
  return { left: isPointerLeft ? maxLeft : minLeft, top: isPointerHigh ? maxTop : minTop };
}
