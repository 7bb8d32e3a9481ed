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
import { ancestorsOf, attributeOf, findAll, shadowRootOf } from '../dom/unclobbered.ts';

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
  #passingForm: { readonly form: HTMLFormElement; readonly href: string } | null = null;

  constructor(options: ClickGuardOptions) {
    this.#options = options;
  }

  /** Repeat after `document.open`. Duplicates have no effect. */
  listen(): void {
    const options = { capture: true, signal: this.#options.signal };
    addEventListener('pointerdown', this.#onPress, options);
    addEventListener('click', this.#onClick, options);
    addEventListener('auxclick', this.#onClick, options);
    addEventListener('dragstart', this.#onDrag, options);
    // A form in a shadow root fires `submit` only inside that root. So a press, focus or key there adds a listener to
    // it.
    addEventListener('focusin', this.#onReached, options);
    addEventListener('keydown', this.#onReached, options);
    addEventListener('submit', this.#onSubmit, options);
  }

  listenIn(tree: ShadowRoot): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- events of this name are of that kind
    tree.addEventListener('submit', this.#onSubmit as EventListener, {
      capture: true,
      signal: this.#options.signal,
    });
  }

  /** Opens without a question, because the card has shown the reasons. */
  openAnyway({ element, href }: FoundLink): void {
    this.#follow(holdLink(element, href), new MouseEvent('click'));
  }

  readonly #onReached = (event: Event): void => {
    for (const element of event.composedPath()) if (element instanceof Element) this.#listenBehind(element);
  };

  #listenBehind(element: Element): void {
    const shadow = shadowRootOf(element);
    if (shadow === null) return;
    this.listenIn(shadow);
    for (const inside of findAll(shadow, '*')) this.#listenBehind(inside);
  }

  readonly #onPress = (event: Event): void => {
    this.#onReached(event);
    for (const link of this.#linksIn(event)) {
      if (this.#decisionOn(link) === 'check') void this.#check(link);
    }
  };

  readonly #onClick = (event: MouseEvent): void => {
    // The right button's menu cannot be guarded.
    if (event.type === 'auxclick' && event.button !== 1) return;
    this.#guard(event, event);
  };

  /** Links can be dropped on the tab or address bar, or another window. */
  readonly #onDrag = (event: DragEvent): void => {
    this.#guard(event, new MouseEvent('click', { ctrlKey: true }));
  };

  readonly #onSubmit = (event: SubmitEvent): void => {
    const form = event.composedPath()[0];
    if (!this.#options.isAlive() || !(form instanceof HTMLFormElement)) return;
    const { submitter } = event;
    // A button in a message can submit a surrounding form.
    const message =
      (submitter === null ? null : this.#options.messageIn(ancestorsOf(submitter))) ??
      this.#options.messageIn(ancestorsOf(form));
    if (message === null) return;
    const hrefs = formDestinations(form, submitter);
    const [href] = hrefs;
    if (href === undefined) return;
    const passing = this.#passingForm;
    this.#passingForm = null;
    if (passing !== null && passing.form === form && passing.href === href) return;
    const element = submitter ?? form;
    this.#decide(event, {
      links: hrefs.map((each) => ({ element, href: each, message, isSender: false })),
      isForm: true,
      pointer: null,
      goOn: () => {
        this.#passingForm = { form, href };
        followForm(form, submitter, href, this.#options.openTab);
        this.#passingForm = null;
      },
    });
  };

  #guard(event: MouseEvent, click: FollowedClick): void {
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
    if (!this.#options.isAlive()) return [];
    const path = event.composedPath();
    const message = this.#options.messageIn(path);
    if (message === null) return [];
    const isDoubtful = message.isWritten === true || message.isPage === true;
    const links: FoundLink[] = [];
    for (const element of path) {
      if (!(element instanceof Element)) continue;
      for (const link of [element, ...linksBehind(element)]) {
        if (!isNavigatingLink(link) || (isDoubtful && !isFollowed(link))) continue;
        for (const href of destinationsOf(link))
          links.push({ element: link, href, message, isSender: false });
      }
      if (element === message.body) break;
    }
    return links;
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
    event.preventDefault();
    event.stopImmediatePropagation();
    if (decision === 'check' || decision === 'open' || waitsForChoice) void this.#checkThenDecide(held);
    else void this.#ask(held);
  }

  async #checkThenDecide(held: Held): Promise<void> {
    const { dialog } = this.#options;
    const view = { href: held.links[0]?.href ?? '', isForm: held.isForm };
    const answers = Promise.all(held.links.map((link) => this.#settle(link)));
    let isDone = false;
    const checking = setTimeout(() => {
      void dialog.ask({ kind: 'checking', ...view }, held.pointer).then((goOn) => {
        if (isDone) return;
        isDone = true;
        clearTimeout(slow);
        // Asks by the verdict that may have arrived meanwhile.
        if (goOn) void this.#ask(held);
      });
    }, SILENT_MS);
    const slow = setTimeout(() => {
      dialog.change({ kind: 'slow', ...view });
    }, PATIENCE_MS);
    await answers;
    if (isDone) return;
    clearTimeout(checking);
    clearTimeout(slow);
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

  async #settle(link: FoundLink): Promise<void> {
    const { answerFor, messageSettled, preferencesSettled } = this.#options;
    if (this.#decisionOn(link) === 'check') await this.#check(link);
    await messageSettled(link.message);
    if (dependsOnChoice(answerFor(link))) await preferencesSettled();
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

/** Null for keyboard clicks: their coordinates are the link's. */
function pointerOf(event: MouseEvent): { readonly x: number; readonly y: number } | null {
  return event.detail === 0 && event.type !== 'dragstart' ? null : { x: event.clientX, y: event.clientY };
}
