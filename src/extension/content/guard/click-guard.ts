/** What becomes of a press on a link. In one file, because every step may end in the same question. */
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';
import type { ClickDecision } from '../../../core/verdict/verdict.ts';
import { decideClick, dependsOnChoice, strictest } from './click-decision.ts';
import { followForm, followLink, holdLink, type FollowedClick, type HeldLink } from './follow-link.ts';
import { destinationsOf, formDestinations, isFollowed, isNavigatingLink } from '../hrefs/link-destination.ts';
import { linksBehind } from '../hrefs/links-behind.ts';
import type { FoundLink } from '../links/found-link.ts';
import type { OpenMessage } from '../messages/open-messages.ts';
import type { Questions } from './questions.ts';
import { ancestorsOf, attributeOf, shadowRootsBehind, submitForm } from '../dom/unclobbered.ts';

export interface ClickGuardOptions {
  readonly root: ShadowRoot;
  readonly dialog: Questions;
  readonly messageIn: (path: readonly EventTarget[]) => OpenMessage | null;
  readonly answerFor: (link: FoundLink) => LinkVerdict | undefined;
  readonly askAlone: (link: FoundLink) => Promise<LinkVerdict>;
  /** Whether `messageSettled` would wait; it has a timeout. */
  readonly isMessagePending: (message: OpenMessage) => boolean;
  readonly messageSettled: (message: OpenMessage) => Promise<void>;
  readonly preferences: () => CurrentPreferences;
  readonly arePreferencesKnown: () => boolean;
  /** Resolves on a timeout too. */
  readonly preferencesSettled: () => Promise<void>;
  /** False after the extension was updated or removed; clicks then pass. */
  readonly isAlive: () => boolean;
  readonly onOpened: (href: string) => void;
  /** The reader continued despite the message's evidence. */
  readonly onAgreed: (message: OpenMessage) => void;
  /** Opens a tab from the background: for an answer given in another document, when this one may open none. */
  readonly openTab: (href: string, isBehind: boolean) => void;
  readonly signal: AbortSignal;
}

/** Until a pending check is shown. */
const SILENT_MS = 300;

/** Until the reader may open the link unchecked. No link opens by itself, even if a flood of links delays its check. */
const PATIENCE_MS = 2_000;

/** At one press: a message can put any number of links behind it. */
const MAX_CHECKS = 500;

interface Held {
  readonly links: readonly FoundLink[];
  readonly isForm: boolean;
  readonly pointer: { readonly x: number; readonly y: number } | null;
  readonly goOn: () => void;
}

/**
 * Holds clicks on dangerous links until the reader confirms.
 *
 * Listens on the window in the capture phase, before the page's first script. Reads the URL again at the click: it may
 * have changed without a mutation, as by an SVG animation.
 */
export class ClickGuard {
  readonly #options: ClickGuardOptions;
  readonly #pending = new Map<string, Promise<LinkVerdict>>();
  #isRepeating = false;

  constructor(options: ClickGuardOptions) {
    this.#options = options;
  }

  /** Repeat after `document.open`. Duplicates have no effect. */
  listen(): void {
    const options = { capture: true, signal: this.#options.signal };
    for (const type of ['pointerdown', 'click', 'auxclick', 'dragstart', 'focusin', 'keydown', 'submit'])
      addEventListener(type, this.#onEvent, options);
  }

  /** A form in a shadow root fires `submit` only inside that root. */
  listenIn(tree: ShadowRoot): void {
    tree.addEventListener('submit', this.#onEvent, { capture: true, signal: this.#options.signal });
  }

  /** Opens without a question, because the card has shown the reasons. */
  openAnyway({ element, href }: FoundLink): void {
    this.#follow(holdLink(element, href), new MouseEvent('click'));
  }

  /** Nothing thrown in here, by a bug or because a message provokes it, lets a link open. */
  readonly #onEvent = (event: Event): void => {
    if (this.#isRepeating) return;
    try {
      if (this.#options.isAlive()) this.#handle(event);
    } catch (error) {
      this.#holdUnread(event);
      throw error;
    }
  };

  #handle(event: Event): void {
    if (event instanceof SubmitEvent) {
      this.#onSubmit(event);
      return;
    }
    // The right button's menu cannot be guarded.
    if (event.type === 'auxclick' && event instanceof MouseEvent && event.button !== 1) return;
    for (const element of event.composedPath()) {
      if (element instanceof Element) for (const tree of shadowRootsBehind(element)) this.listenIn(tree);
    }
    if (event.type === 'pointerdown') void this.#checkAll(this.#linksIn(event));
    else if (event instanceof MouseEvent) this.#guard(event);
  }

  /** Of keys, only Enter opens something without a click: a form without a button. */
  #holdUnread(event: Event): void {
    const isEnter = event instanceof KeyboardEvent && event.key === 'Enter';
    if (!isEnter && !/click$|dragstart|submit/.test(event.type)) return;
    hold(event);
    const [target] = event.composedPath();
    const isForm = event instanceof SubmitEvent;
    void this.#options.dialog.ask({ kind: 'slow', href: '', isForm }, null).then((goOn) => {
      if (!goOn) return;
      this.#repeat(() => {
        if (isForm && target instanceof HTMLFormElement) submitForm(target, event.submitter);
        else target?.dispatchEvent(new MouseEvent('click', event));
      });
    });
  }

  #repeat(press: () => void): void {
    this.#isRepeating = true;
    try {
      press();
    } finally {
      this.#isRepeating = false;
    }
  }

  #onSubmit(event: SubmitEvent): void {
    const [form] = event.composedPath();
    if (!(form instanceof HTMLFormElement)) return;
    const { submitter } = event;
    // A button in a message can submit a surrounding form.
    const message =
      (submitter === null ? null : this.#options.messageIn(ancestorsOf(submitter))) ??
      this.#options.messageIn(ancestorsOf(form));
    if (message === null) return;
    const hrefs = formDestinations(form, submitter);
    const [href] = hrefs;
    if (href === undefined) return;
    const element = submitter ?? form;
    this.#decide(event, {
      links: hrefs.map((each) => ({ element, href: each, message, isSender: false })),
      isForm: true,
      pointer: null,
      goOn: () => {
        const follow = (): void => followForm(form, submitter, href, this.#options.openTab);
        // What has changed meanwhile is asked about again.
        if (formDestinations(form, submitter)[0] === href) this.#repeat(follow);
        else follow();
      },
    });
  }

  #guard(event: MouseEvent): void {
    // Links can be dropped on the tab or address bar, or another window.
    const click = event.type === 'dragstart' ? new MouseEvent('click', { ctrlKey: true }) : event;
    const links = this.#linksIn(event);
    const [nearest] = links;
    if (nearest === undefined) return;
    const held = holdLink(nearest.element, nearest.href);
    this.#decide(event, {
      links,
      isForm: false,
      pointer: pointerOf(event),
      goOn: () => this.#follow(held, click),
    });
  }

  /** On the event's path, nearest first. */
  #linksIn(event: Event): readonly FoundLink[] {
    const path = event.composedPath();
    const message = this.#options.messageIn(path);
    if (message === null) return [];
    const isDoubtful = message.isWritten === true || message.isPage === true;
    const elements = path.filter((target) => target instanceof Element);
    const links = elements
      .slice(0, elements.indexOf(message.body) + 1 || undefined)
      .flatMap((element) => [element, ...linksBehind(element)])
      .filter((link) => isNavigatingLink(link) && (!isDoubtful || isFollowed(link)));
    return destinationsOf(links).map((link) => ({ ...link, message, isSender: false }));
  }

  #decide(event: Event, held: Held): void {
    const decision = strictest(held.links.map((link) => this.#decisionOn(link)));
    const isPending = held.links.some(({ message }) => this.#options.isMessagePending(message));
    const waitsForChoice = held.links.some((link) => this.#waitsForChoice(link));
    const isLeft = decision === 'open' && !isPending && !waitsForChoice;
    if (isLeft && !held.links.some((link) => this.#pings(link))) {
      const [nearest] = held.links;
      if (event.isTrusted && event.type !== 'dragstart' && nearest !== undefined) {
        this.#options.onOpened(nearest.href);
      }
      return;
    }
    hold(event);
    const isAnswered = (decision === 'ask' || decision === 'refuse') && !waitsForChoice;
    void this.#orUnchecked(held, isAnswered ? this.#ask(held) : this.#checkThenDecide(held));
  }

  async #orUnchecked(held: Held, decided: Promise<void>): Promise<void> {
    try {
      await decided;
    } catch (error) {
      if (await this.#options.dialog.ask({ kind: 'slow', ...viewOf(held) }, held.pointer)) held.goOn();
      throw error;
    }
  }

  async #checkThenDecide(held: Held): Promise<void> {
    const { dialog } = this.#options;
    const view = viewOf(held);
    let isDone = false;
    const checking = setTimeout(() => {
      void dialog.ask({ kind: 'checking', ...view }, held.pointer).then((goOn) => {
        if (isDone) return;
        isDone = true;
        clearTimeout(slow);
        // Asks by the verdict that may have arrived meanwhile.
        if (goOn) void this.#orUnchecked(held, this.#ask(held));
      });
    }, SILENT_MS);
    const slow = setTimeout(() => {
      dialog.change({ kind: 'slow', ...view });
    }, PATIENCE_MS);
    try {
      await this.#settle(held.links);
    } catch (error) {
      if (!isDone) throw error;
    } finally {
      clearTimeout(checking);
      clearTimeout(slow);
    }
    if (isDone) return;
    const decision = strictest(held.links.map((link) => this.#decisionOn(link)));
    // A missing or late answer never opens a link.
    if (decision === 'check' && dialog.isOpen) {
      dialog.change({ kind: 'slow', ...view });
      return;
    }
    isDone = true;
    dialog.close();
    if (decision === 'check' && !(await dialog.ask({ kind: 'slow', ...view }, held.pointer))) return;
    await this.#ask(held);
  }

  async #ask(held: Held): Promise<void> {
    const { answerFor, dialog, onAgreed } = this.#options;
    const worst = held.links.find((link) => ['refuse', 'ask'].includes(this.#decisionOn(link)));
    const answer = worst === undefined ? undefined : answerFor(worst);
    if (worst === undefined || answer === undefined) return held.goOn();
    const kind = this.#decisionOn(worst) === 'refuse' ? 'refuse' : 'ask';
    const goOn = await dialog.ask({ kind, answer, href: worst.href, isForm: held.isForm }, held.pointer);
    if (!goOn || kind === 'refuse') return;
    const { verdict } = answer;
    if (verdict.kind === 'flagged' && verdict.level === 'caution') onAgreed(worst.message);
    held.goOn();
  }

  async #settle(links: readonly FoundLink[]): Promise<void> {
    const { answerFor, messageSettled, preferencesSettled } = this.#options;
    await this.#checkAll(links);
    // All are of the message that was clicked.
    if (links[0] !== undefined) await messageSettled(links[0].message);
    if (links.some((link) => dependsOnChoice(answerFor(link)))) await preferencesSettled();
  }

  /** Beyond the limit, links stay unanswered, and the click asks. */
  async #checkAll(links: readonly FoundLink[]): Promise<void> {
    const unanswered = links.filter((link) => this.#decisionOn(link) === 'check');
    await Promise.all(unanswered.slice(0, MAX_CHECKS).map((link) => this.#check(link)));
  }

  #decisionOn(link: FoundLink): ClickDecision {
    const { answerFor, preferences } = this.#options;
    return decideClick(answerFor(link), preferences());
  }

  /** The defaults ask, but *do not open* may have been chosen. */
  #waitsForChoice(link: FoundLink): boolean {
    return !this.#options.arePreferencesKnown() && dependsOnChoice(this.#options.answerFor(link));
  }

  /** Whether `ping` would report a click on a flagged link. Links that we open have no `ping`. */
  #pings(link: FoundLink): boolean {
    return (
      attributeOf(link.element, 'ping') !== null && this.#options.answerFor(link)?.verdict.kind === 'flagged'
    );
  }

  #check(link: FoundLink): Promise<LinkVerdict> {
    const key = `${link.message.key}\n${link.href}`;
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const check = this.#options.askAlone(link).finally(() => this.#pending.delete(key));
    this.#pending.set(key, check);
    return check;
  }

  #follow(link: HeldLink, click: FollowedClick): void {
    followLink(this.#options.root, link, click, this.#options.openTab);
    this.#options.onOpened(link.href);
  }
}

function hold(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function viewOf({ links, isForm }: Held): { readonly href: string; readonly isForm: boolean } {
  return { href: links[0]?.href ?? '', isForm };
}

/** Null for keyboard clicks: their coordinates are the link's. */
function pointerOf(event: MouseEvent): { readonly x: number; readonly y: number } | null {
  return event.detail === 0 && event.type !== 'dragstart' ? null : { x: event.clientX, y: event.clientY };
}
