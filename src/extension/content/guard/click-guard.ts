import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';
import { decideClick, dependsOnChoice, strictest, type ClickDecision } from './click-decision.ts';
import { followForm, followLink, holdLink, type FollowedClick, type HeldLink } from './follow-link.ts';
import { destinationsOf, formDestinations, isNavigatingLink } from '../hrefs/link-destination.ts';
import { linksBehind } from '../hrefs/links-behind.ts';
import type { FoundLink } from '../links/found-link.ts';
import type { OpenMessage } from '../messages/open-messages.ts';
import type { Questions } from './questions.ts';
import { ancestorsOf, attributeOf, findAll, shadowRootOf } from '../dom/unclobbered.ts';

export interface ClickGuardOptions {
  readonly root: ShadowRoot;
  readonly dialog: Questions;
  /** The message on an event's composed path. */
  readonly messageIn: (path: readonly EventTarget[]) => OpenMessage | null;
  readonly answerFor: (link: FoundLink) => LinkVerdict | undefined;
  readonly askAlone: (link: FoundLink) => Promise<LinkVerdict>;
  /** Whether the verdict on a message is pending; `messageSettled` waits for it, with a timeout. */
  readonly isMessagePending: (message: OpenMessage) => boolean;
  readonly messageSettled: (message: OpenMessage) => Promise<void>;
  readonly preferences: () => CurrentPreferences;
  /** False while the defaults stand in for the reader's preferences. */
  readonly arePreferencesKnown: () => boolean;
  /** Resolves when they are known, or after a timeout. */
  readonly preferencesSettled: () => Promise<void>;
  /** False once the extension is updated or removed. Clicks are then left to the page. */
  readonly isAlive: () => boolean;
  readonly onOpened: (href: string) => void;
  /** The reader went on in spite of the message's evidence. */
  readonly onAgreed: (message: OpenMessage) => void;
  /** Opens a tab when the question was answered in another document, where this one may open none. */
  readonly openTab: (href: string, isBehind: boolean) => void;
  readonly signal: AbortSignal;
}

/** How long a click waits before a pending check is mentioned; nearly all are faster. Milliseconds. */
const SILENT_MS = 300;

/** After this the reader may choose to open the link unchecked. A flood of links never lets a click through by itself. */
const PATIENCE_MS = 2_000;

interface Held {
  readonly links: readonly FoundLink[];
  readonly isForm: boolean;
  readonly pointer: { readonly x: number; readonly y: number } | null;
  /** Opens the link that was held back. */
  readonly goOn: () => void;
}

/**
 * Holds clicks on dangerous links until the reader has said that they want to go there.
 *
 * It listens on the window in the capture phase, and is installed before the page's first script, so that no listener of
 * the page runs first. It reads the target again at the event and looks the verdict up by that string: an element may
 * have changed without a trace since it was checked, as by an SVG animation.
 */
export class ClickGuard {
  readonly #options: ClickGuardOptions;
  /** Links checked ahead when the button went down, before the click. */
  readonly #pending = new Map<string, Promise<LinkVerdict>>();
  #passingForm: { readonly form: HTMLFormElement; readonly href: string } | null = null;

  constructor(options: ClickGuardOptions) {
    this.#options = options;
  }

  /** Call again after `document.open`, which removes all listeners. Adding the same listener twice does nothing. */
  listen(): void {
    const options = { capture: true, signal: this.#options.signal };
    addEventListener('pointerdown', this.#onPress, options);
    addEventListener('click', this.#onClick, options);
    addEventListener('auxclick', this.#onClick, options);
    addEventListener('dragstart', this.#onDrag, options);
    // A form in a shadow root fires `submit` only there, and not before something in it was pressed or focused.
    addEventListener('focusin', this.#onReached, options);
    addEventListener('keydown', this.#onReached, options);
    addEventListener('submit', this.#onSubmit, options);
  }

  /** `submit` does not leave the shadow root of its form. */
  listenIn(tree: ShadowRoot): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- events of this name are of that kind
    tree.addEventListener('submit', this.#onSubmit as EventListener, {
      capture: true,
      signal: this.#options.signal,
    });
  }

  /** The reader chose to open the link in its card, which has shown the reasons. */
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

  /** Checks the link when the button goes down, so that the answer is there at the click. */
  readonly #onPress = (event: Event): void => {
    this.#onReached(event);
    for (const link of this.#linksIn(event)) {
      if (this.#decisionOn(link) === 'check') void this.#check(link);
    }
  };

  readonly #onClick = (event: MouseEvent): void => {
    // The right button opens the browser's menu, which no page can guard.
    if (event.type === 'auxclick' && event.button !== 1) return;
    this.#guard(event, event);
  };

  /** A link can be dropped on the tab bar, the address bar or another window. */
  readonly #onDrag = (event: DragEvent): void => {
    this.#guard(event, new MouseEvent('click', { ctrlKey: true }));
  };

  readonly #onSubmit = (event: SubmitEvent): void => {
    const form = event.composedPath()[0];
    if (!this.#options.isAlive() || !(form instanceof HTMLFormElement)) return;
    const { submitter } = event;
    // A button in a message can belong to a form around it, and send that one elsewhere.
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

  /** `click`: what opens the link, once the reader has said so. */
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

  /** Every link that the event went through, nearest first, as it leads now. */
  #linksIn(event: Event): readonly FoundLink[] {
    if (!this.#options.isAlive()) return [];
    const path = event.composedPath();
    const message = this.#options.messageIn(path);
    if (message === null) return [];
    const links: FoundLink[] = [];
    for (const element of path) {
      if (!(element instanceof Element)) continue;
      for (const link of [element, ...linksBehind(element)]) {
        if (!isNavigatingLink(link)) continue;
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
        // Use a verdict that arrived after the question was drawn.
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
    // No answer, or too slow even for one link: that alone never opens it.
    if (decision === 'check' && dialog.isOpen) {
      dialog.change({ kind: 'slow', ...view });
      return;
    }
    isDone = true;
    dialog.close();
    if (decision === 'check' && !(await dialog.ask({ kind: 'slow', ...view }, held.pointer))) return;
    await this.#ask(held);
  }

  /** Asks if the verdicts known by now require it, and opens the link otherwise. */
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

  /** Resolves when no further answer about the link is pending. */
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

  /** The defaults would ask where the reader or an administrator may have chosen *do not open*. */
  #waitsForChoice(link: FoundLink): boolean {
    return !this.#options.arePreferencesKnown() && dependsOnChoice(this.#options.answerFor(link));
  }

  /** Whether the browser would tell others of a click on what is flagged. A link that we open has no `ping`. */
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

/** Null for a click that a key made: its coordinates are those of the link, not of any pointer. */
function pointerOf(event: MouseEvent): { readonly x: number; readonly y: number } | null {
  return event.detail === 0 && event.type !== 'dragstart' ? null : { x: event.clientX, y: event.clientY };
}
