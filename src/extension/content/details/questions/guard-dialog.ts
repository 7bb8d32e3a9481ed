/** One file, because all concerns one modal element. */
import type { FirstAidAbout } from '../../../protocol/first-aid-messages.ts';
import type { LinkVerdict } from '../../../protocol/link-messages.ts';
import type { Administered } from '../../../protocol/policy-messages.ts';
import type { GuardView, Point } from '../../../protocol/question-messages.ts';
import { delay } from '../../../platform/delay.ts';
import { unreadLayer } from '../../../platform/address-parts.ts';
import type { FrameKey } from '../../../platform/texts/texts.ts';
import type { ContentTexts } from '../../texts/content-texts.ts';
import { el } from '../../dom/element.ts';
import type { OwnEvents } from '../../marks/own-events.ts';
import { signIcon } from '../../marks/sign-icon.ts';
import { isConnected } from '../../dom/unclobbered.ts';
import { aboutOf, adviceKey, goOnKey, levelOf, titleKey } from '../../../platform/texts/question-keys.ts';
import { isSeen } from '../views/is-seen.ts';
import { supportView } from '../views/support-view.ts';
import { destinationView, whyView } from '../views/verdict-view.ts';
import { isIn, isSmall, visibleViewport, type Rectangle } from '../../dom/visible-viewport.ts';

export interface GuardDialogOptions {
  readonly root: ShadowRoot;
  readonly events: OwnEvents;
  readonly texts: ContentTexts;
  readonly administered: () => Administered;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onFirstAid: (about: FirstAidAbout) => void;
  readonly showHost: () => void;
  readonly signal: AbortSignal;
}

/** A new question ignores input meant for what was there before. */
const INERT_MS = 700;

/** How often the dialog is raised above what the page opens. After that it counts as hidden. */
const MAX_RAISED = 5;

/** Time between visibility checks. */
const LOOK_MS = 300;

const POINTER_CLEARANCE_PX = 24;

const MARGIN_PX = 12;

interface OpenDialog {
  readonly element: HTMLDialogElement;
  /** Null: the dialog is not visible. */
  readonly choose: (goOn: boolean | null) => void;
  settledAt: number;
  /** A smaller layout, to avoid scrolling. */
  isCompact: boolean;
  raised: number;
}

/** Asks before a link opens. A second question answers the first with "back". */
export class GuardDialog {
  readonly #options: GuardDialogOptions;
  #open: OpenDialog | null = null;

  constructor(options: GuardDialogOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.close());
  }

  /**
   * @param pointer - of the click; null for a key
   *
   * @returns whether to open the link: false also if closed without an answer; null if not visible
   */
  ask(view: GuardView, pointer: Point | null): Promise<boolean | null> {
    return this.begin(view, pointer).answer;
  }

  begin(
    view: GuardView,
    pointer: Point | null,
  ): { readonly isShown: Promise<boolean>; readonly answer: Promise<boolean | null> } {
    this.close();
    const element = el('dialog', { className: 'guard', lang: this.#options.texts.language });
    let choose: (goOn: boolean | null) => void = () => undefined;
    const answer = new Promise<boolean | null>((resolve) => {
      choose = (goOn) => {
        if (this.#open?.element !== element) return;
        this.#open = null;
        element.close();
        element.remove();
        this.#options.onClose();
        resolve(goOn);
      };
    });
    const open: OpenDialog = { element, choose, settledAt: Infinity, isCompact: false, raised: 0 };
    this.#open = open;
    this.#options.onOpen();
    // Escape too fires `close`, in some browsers without `cancel`.
    element.addEventListener('close', () => {
      // `raise` closes and reopens it.
      if (!element.open) choose(false);
    });
    return { isShown: this.#show(open, view, pointer), answer };
  }

  change(view: GuardView): void {
    if (this.#open === null) return;
    this.#fill(this.#open, view);
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Moves the dialog above newer top-layer elements, which hit tests cannot find: a modal dialog makes them inert. */
  raise(): void {
    const open = this.#open;
    if (open?.element.open !== true) return;
    open.raised += 1;
    if (open.raised > MAX_RAISED) {
      open.choose(null);
      return;
    }
    const { activeElement } = this.#options.root;
    open.element.close();
    open.element.showModal();
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  }

  close(): void {
    this.#open?.choose(false);
  }

  /** @returns false if not visible; true if closed meanwhile, which is an answer */
  async #show(open: OpenDialog, view: GuardView, pointer: Point | null): Promise<boolean> {
    const viewport = await visibleViewport();
    if (this.#open !== open) return true;
    const { element } = open;
    this.#options.root.append(element);
    if (!isConnected(element)) {
      open.choose(null);
      return false;
    }
    const room = { width: viewport.right - viewport.left, height: viewport.bottom - viewport.top };
    open.isCompact = isSmall(viewport);
    const margin = open.isCompact ? 1 : MARGIN_PX;
    element.style.maxHeight = `${room.height - 2 * margin}px`;
    element.style.maxWidth = `${room.width - 2 * margin}px`;
    element.showModal();
    this.#fill(open, view);
    const { width, height } = element.getBoundingClientRect();
    const { left, top } = open.isCompact
      ? { left: viewport.left + margin, top: viewport.top + margin }
      : dialogPosition(pointer, { width, height }, viewport);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    if (!this.#isSeen(open)) this.#options.showHost();
    const isHidden = await this.#isHidden(open);
    if (this.#open !== open) return true;
    if (isHidden) open.choose(null);
    else void this.#watch(open);
    return !isHidden;
  }

  #isSeen({ element }: OpenDialog): boolean {
    return isSeen(this.#options.root.host, element);
  }

  /**
   * Checks twice, as layout may cover the dialog briefly. If the focus is gone, the page hid the dialog by a `:focus`
   * rule, and would do so again.
   */
  async #isHidden(open: OpenDialog): Promise<boolean> {
    // Hit tests fail in hidden tabs.
    if (document.hidden || this.#isSeen(open)) return false;
    await delay(LOOK_MS);
    return !this.#isSeen(open) || !open.element.contains(this.#options.root.activeElement);
  }

  /** A page may hide or cover the dialog later, as by a `:focus` rule. */
  async #watch(open: OpenDialog): Promise<void> {
    do await delay(LOOK_MS);
    while (this.#open === open && !(await this.#isHidden(open)));
    open.choose(null);
  }

  #fill(open: OpenDialog, view: GuardView): void {
    const { texts, administered } = this.#options;
    const { element } = open;
    const level = levelOf(view);
    const answer: LinkVerdict =
      'answer' in view
        ? view.answer
        : { verdict: { kind: 'clear' }, layers: [unreadLayer(view.href)], scopes: [] };
    const goOn = goOnKey(view);
    element.className = `guard ${level}${open.isCompact ? ' compact' : ''}`;
    element.replaceChildren(
      el(
        'header',
        {},
        view.kind === 'checking' ? el('span', { className: 'spinner' }) : signIcon(level, 28),
        el('h2', { id: 'guard-title' }, texts.text(titleKey(view))),
      ),
      el(
        'div',
        { id: 'guard-text', className: 'text' },
        'answer' in view
          ? whyView(answer, texts)
          : el(
              'p',
              { className: 'why' },
              texts.text(view.kind === 'checking' ? 'guard_checking' : 'guard_slow'),
            ),
        destinationView(answer, view.href, texts),
        el(
          'p',
          { className: 'note' },
          ...(view.kind === 'refuse' ? [texts.text('guard_disabled'), ' '] : []),
          'answer' in view ? texts.text(adviceKey(answer)) : '',
        ),
      ),
      supportView(administered(), texts) ?? '',
      el(
        'footer',
        {},
        this.#button(open, 'guard_back', 'primary', () => open.choose(false)),
        goOn === null ? null : this.#button(open, goOn, 'plain open', () => open.choose(true)),
      ),
      answer.verdict.kind === 'flagged' ? this.#firstAid(open, answer) : '',
    );
    element.role = 'alertdialog';
    element.setAttribute('aria-labelledby', 'guard-title');
    element.setAttribute('aria-describedby', 'guard-text');
    // At first only Escape works. The buttons are not `disabled`, so that screen readers announce no change.
    element.classList.add('settling');
    open.settledAt = performance.now() + INERT_MS;
    setTimeout(() => {
      if (performance.now() >= open.settledAt - 1) element.classList.remove('settling');
    }, INERT_MS);
    element.querySelector('button')?.focus({ preventScroll: true });
    element.scrollTop = 0;
  }

  /** For readers who have already entered something. */
  #firstAid(open: OpenDialog, answer: LinkVerdict): HTMLElement {
    const { onFirstAid } = this.#options;
    const button = this.#button(open, 'guard_first_aid', 'plain', () => {
      onFirstAid(aboutOf(answer));
      open.choose(false);
    });
    return el('p', { className: 'first-aid' }, button);
  }

  #button(open: OpenDialog, key: FrameKey, className: string, action: () => void): HTMLElement {
    const { events, texts } = this.#options;
    return events.onPress(el('button', { className }, texts.text(key)), () => {
      if (performance.now() >= open.settledAt) action();
    });
  }
}

/** Centred, or beside the pointer if the pointer would be over the dialog. */
export function dialogPosition(
  pointer: { readonly x: number; readonly y: number } | null,
  { width, height }: { readonly width: number; readonly height: number },
  viewport: Rectangle,
): { readonly left: number; readonly top: number } {
  const free = {
    left: viewport.left + MARGIN_PX,
    top: viewport.top + MARGIN_PX,
    right: Math.max(viewport.left + MARGIN_PX, viewport.right - MARGIN_PX - width),
    bottom: Math.max(viewport.top + MARGIN_PX, viewport.bottom - MARGIN_PX - height),
  };
  const middle = {
    left: Math.max(free.left, (viewport.left + viewport.right - width) / 2),
    top: Math.max(free.top, (viewport.top + viewport.bottom - height) / 2),
  };
  if (pointer === null) return middle;
  const places = [
    middle,
    { left: middle.left, top: pointer.y + POINTER_CLEARANCE_PX },
    { left: middle.left, top: pointer.y - POINTER_CLEARANCE_PX - height },
    { left: pointer.x + POINTER_CLEARANCE_PX, top: middle.top },
    { left: pointer.x - POINTER_CLEARANCE_PX - width, top: middle.top },
  ];
  const isFree = ({ left, top }: { readonly left: number; readonly top: number }): boolean =>
    isIn(free, left, top) &&
    !isIn(
      {
        left: left - POINTER_CLEARANCE_PX / 2,
        top: top - POINTER_CLEARANCE_PX / 2,
        right: left + width + POINTER_CLEARANCE_PX / 2,
        bottom: top + height + POINTER_CLEARANCE_PX / 2,
      },
      pointer.x,
      pointer.y,
    );
  return (
    places.find(isFree) ?? {
      // No place is free: take the far edge, where no button is under the pointer.
      left: middle.left,
      top: pointer.y > (viewport.top + viewport.bottom) / 2 ? free.top : free.bottom,
    }
  );
}
