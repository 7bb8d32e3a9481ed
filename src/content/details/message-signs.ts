import { piecesOf, type ContentTexts } from '../content-texts.ts';
import { el } from '../element.ts';
import type { MarkedLink } from '../link-marks.ts';
import type { FrameKey } from '../../platform/texts.ts';
import type { OwnEvents } from '../own-events.ts';
import type { MessageSign } from '../message-sign.ts';
import type { MessageCorrector } from './message-corrector.ts';
import type { OpenMessage } from '../open-messages.ts';
import { signIcon } from '../sign-icon.ts';
import { boxOf } from '../unclobbered.ts';
import { evidenceSentence, uncheckedKey } from '../verdict-sentences.ts';
import { outside } from './verdict-view.ts';

export interface MessageSignsOptions {
  readonly root: ShadowRoot;
  readonly events: OwnEvents;
  readonly texts: ContentTexts;
  readonly onShow: (first: MarkedLink) => void;
  readonly corrector: MessageCorrector;
  /** The reader has put away that a list is too old. */
  readonly onExpiryPutAway: () => void;
  readonly signal: AbortSignal;
}

interface Sign {
  readonly message: OpenMessage;
  readonly text: string;
  readonly element: HTMLElement;
  /** In a lower message it is not shown. CSS pixels. */
  readonly minHeight: number;
}

/** Services that hide destinations and are named. */
const SHOWN_HIDDEN = 3;

/** The reader's own word among the reasons: there is no alarm that could be false. */
const SAID_SPAM = 'H0';

/** Sentences of evidence in the sign itself; all of them are behind its button. */
const SHOWN_REASONS = 2;

/** A body narrower than this is not shown. CSS pixels. */
const MIN_BODY_PX = 40;

/** In a message lower than this, its marks are seen at once, and a sign would only cover it. CSS pixels. */
const MIN_DANGER_BODY_PX = 160;

/**
 * One small sign at the upper edge of a message that has dangerous links, or could not be checked. It scrolls with
 * the message, and can be put away.
 */
export class MessageSigns {
  readonly #options: MessageSignsOptions;
  readonly #signs = new Map<string, Sign>();
  /** Signs that the reader put away, by message and text: another finding is a new sign. */
  readonly #hidden = new Set<string>();
  readonly #observer: IntersectionObserver;

  constructor(options: MessageSignsOptions) {
    this.#options = options;
    this.#observer = new IntersectionObserver((entries) => this.#onIntersections(entries), {
      threshold: Array.from({ length: 21 }, (_, step) => step / 20),
    });
    options.signal.addEventListener('abort', () => this.#observer.disconnect());
  }

  /** Makes the signs exactly these. */
  update(wanted: ReadonlyMap<OpenMessage, MessageSign>): void {
    const keys = new Set<string>();
    for (const [message, sign] of wanted) {
      const text = this.#textOf(sign);
      if (this.#hidden.has(`${message.key}\n${text}`)) continue;
      keys.add(message.key);
      const before = this.#signs.get(message.key);
      if (before?.text === text && before.message.body === message.body) continue;
      this.#remove(message.key);
      const minHeight = sign.unchecked === null && sign.evidence.length === 0 ? MIN_DANGER_BODY_PX : 0;
      this.#signs.set(message.key, { message, text, minHeight, element: this.#build(message, sign, text) });
      this.#observer.observe(message.body);
    }
    for (const key of this.#signs.keys()) {
      if (!keys.has(key)) this.#remove(key);
    }
  }

  /** After the host was put back: everything that was open is closed. */
  redraw(): void {
    for (const { message, element } of this.#signs.values()) {
      element.remove();
      this.#observer.unobserve(message.body);
      this.#observer.observe(message.body);
    }
  }

  #textOf({ danger, sender, evidence, unchecked }: MessageSign): string {
    const { text } = this.#options.texts;
    const sentences: string[] = [];
    if (danger?.count === 1) sentences.push(text('mark_message_danger_one'));
    else if (danger !== null) sentences.push(text('mark_message_danger_other', String(danger.count)));
    if (sender !== null) {
      sentences.push(text(sender.level === 'danger' ? 'mark_sender_danger' : 'mark_sender_caution'));
    }
    for (const reason of evidence.slice(0, SHOWN_REASONS)) {
      sentences.push(evidenceSentence(reason, this.#options.texts));
    }
    if (unchecked !== null) {
      sentences.push(
        text(danger === null ? 'mark_message_unchecked' : 'mark_message_rest_unchecked'),
        text(uncheckedKey(unchecked)),
      );
    }
    return sentences
      .map((sentence) => sentence.replace(/[.。]$/, ''))
      .join(this.#options.texts.language.startsWith('zh') ? '。' : '. ');
  }

  #build(message: OpenMessage, sign: MessageSign, text: string): HTMLElement {
    const { danger, sender, evidence, unchecked } = sign;
    const { events, texts, onShow, onExpiryPutAway } = this.#options;
    const hide = el(
      'button',
      { type: 'button', className: 'close', ariaLabel: texts.text('mark_message_hide') },
      '×',
    );
    events.onClick(hide, () => {
      this.#hidden.add(`${message.key}\n${text}`);
      this.#remove(message.key);
      if (unchecked === 'expired') onExpiryPutAway();
    });
    const level =
      danger !== null ? 'danger' : (sender?.level ?? (evidence.length > 0 ? 'caution' : 'unchecked'));
    const element = el(
      'div',
      { className: `sign ${level}`, popover: 'manual', role: 'note', lang: texts.language },
      signIcon(level, 18),
      el('span', {}, text),
    );
    const first = danger?.first ?? sender;
    if (first !== null) {
      const show = el('button', { type: 'button', className: 'show' }, texts.text('mark_message_show'));
      element.append(events.onClick(show, () => onShow(first)));
    }
    if (evidence.length > 0) element.append(...this.#why(message, sign));
    element.append(hide);
    return element;
  }

  /** All reasons, for and against, behind a button. */
  #why(message: OpenMessage, sign: MessageSign): readonly HTMLElement[] {
    const { events, texts } = this.#options;
    const all = el(
      'div',
      { className: 'reasons', hidden: true },
      el(
        'ul',
        {},
        ...sign.evidence.map((reason) => el('li', {}, evidenceSentence(reason, texts))),
        // A fact, and no reason: honest newsletters hide where their links lead as well.
        ...sign.hiddenBy
          .slice(0, SHOWN_HIDDEN)
          .map((by) => el('li', {}, ...piecesOf(texts, 'card_hidden', outside(by)))),
      ),
      this.#corrections(message, sign),
    );
    const why = el(
      'button',
      { type: 'button', className: 'show', ariaExpanded: 'false' },
      texts.text('card_why'),
    );
    events.onClick(why, () => {
      all.hidden = !all.hidden;
      why.ariaExpanded = String(!all.hidden);
    });
    return [why, all];
  }

  /** What the reader can say to that. */
  #corrections(message: OpenMessage, sign: MessageSign): HTMLElement {
    const { events, texts, corrector } = this.#options;
    const button = (key: FrameKey, action: () => void): HTMLElement =>
      events.onClick(el('button', { type: 'button', className: 'show' }, texts.text(key)), action);
    const told = el('span', { role: 'status' });
    const report = (): void =>
      void corrector.report(sign).then((isCopied) => {
        told.textContent = texts.text(isCopied ? 'card_report_copied' : 'card_report_not_copied');
      });
    const isSaidSpam = sign.evidence.some(({ id }) => id === SAID_SPAM);
    return el(
      'p',
      { className: 'corrections' },
      button('card_fine', () => corrector.correct(message, 'fine')),
      isSaidSpam ? null : button('card_spam', () => corrector.correct(message, 'spam')),
      isSaidSpam ? null : button('card_report', report),
      button('card_exceptions', () => corrector.openExceptions()),
      told,
    );
  }

  #remove(key: string): void {
    const sign = this.#signs.get(key);
    if (sign === undefined) return;
    sign.element.remove();
    this.#observer.unobserve(sign.message.body);
    this.#signs.delete(key);
  }

  #onIntersections(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, intersectionRect, boundingClientRect } of entries) {
      for (const sign of this.#signs.values()) {
        if (sign.message.body === target) this.#draw(sign, intersectionRect, boundingClientRect);
      }
    }
  }

  /** Shown only while the upper edge of the body is in sight: the sign belongs there. */
  #draw(
    { element, minHeight, message: { body } }: Sign,
    seen: DOMRectReadOnly,
    whole: DOMRectReadOnly,
  ): void {
    const isInSight =
      seen.width >= MIN_BODY_PX &&
      whole.height > minHeight &&
      Math.abs(seen.top - whole.top) < 2 &&
      whole.top >= -2;
    if (!isInSight) {
      element.remove();
      return;
    }
    if (element.isConnected || !(body instanceof HTMLElement) || !this.#options.root.host.isConnected) return;
    this.#options.root.append(element);
    element.showPopover({ source: body });
    const { height, width } = element.getBoundingClientRect();
    const { right, top } = boxOf(body);
    // Above the text where there is room, as in most webmails; in a frame of its own it lies on the first line.
    element.style.top = `calc(anchor(top) - ${Math.min(height - 2, Math.max(0, top - 4))}px)`;
    element.style.left = `calc(anchor(right) - ${Math.min(width + 8, right - 4)}px)`;
  }
}
