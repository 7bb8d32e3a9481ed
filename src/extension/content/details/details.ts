import type { askBackground } from '../../platform/frame-bus.ts';
import type { DoneAbove } from '../../protocol/above-messages.ts';
import type { Administered } from '../../protocol/policy-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';
import type { GuardView, Point } from '../../protocol/question-messages.ts';
import type { ToContent } from '../../protocol/told.ts';
import { decideClick } from '../guard/click-decision.ts';
import type { ContentTexts } from '../texts/content-texts.ts';
import type { FoundLink } from '../links/found-link.ts';
import type { LinkMarks } from '../marks/link-marks.ts';
import type { MarkedLink } from '../marks/marked-link.ts';
import { tagOf } from '../hrefs/link-destination.ts';
import type { OpenMessage } from '../messages/open-messages.ts';
import type { OwnEvents } from '../marks/own-events.ts';
import type { addStyles as addStylesTo } from '../marks/own-styles.ts';
import { verdictSentence } from '../texts/verdict-sentences.ts';
import { Above } from './views/above.ts';
import { CardControl } from './cards/card-control.ts';
import detailStyles from './details.css?inline';
import { GuardDialog } from './questions/guard-dialog.ts';
import { GuestCards } from './cards/guest-cards.ts';
import { GuestQuestions } from './questions/guest-questions.ts';
import { focusOn, LinkCard } from './cards/link-card.ts';
import { LiveRegion } from './toasts/live-region.ts';
import { MessageCorrector } from './signs/message-corrector.ts';
import type { MessageSign } from '../marks/message-sign.ts';
import { MessageSigns } from './signs/message-signs.ts';
import { RuleMaker } from './toasts/rule-maker.ts';
import { signsWithMore } from './signs/signs-with-more.ts';
import { UndoToast } from './toasts/undo-toast.ts';
import { whereSentence } from './views/verdict-view.ts';

/** What the details need of the content script that is in the frame already. */
export interface DetailsContext {
  readonly root: ShadowRoot;
  /** The marks' own: names of colours are new in each document, and both sheets mean the same. */
  readonly addStyles: typeof addStylesTo;
  readonly events: OwnEvents;
  readonly texts: ContentTexts;
  readonly ask: typeof askBackground;
  readonly marks: LinkMarks;
  /** `agreed`: under which the background has heard a yes that was not said in this frame. */
  readonly openAnyway: (link: FoundLink, agreed: string | null) => void;
  readonly preferences: () => CurrentPreferences;
  /** Makes sure that what is drawn can be seen. */
  readonly showHost: () => void;
  /** False where the extension has gone: what a timer brings then has no texts any more. */
  readonly isAlive: () => boolean;
  readonly signal: AbortSignal;
}

/** What a reader meets who looks closer: question, card, signs and the line that offers an undo. */
export interface Details {
  /** @returns whether to go on; null if it cannot be seen here (any more) */
  readonly ask: (view: GuardView, pointer: Point | null) => Promise<boolean | null>;
  readonly changeQuestion: (view: GuardView) => void;
  readonly closeQuestion: () => void;
  /** Above what the page has opened since. */
  readonly raiseQuestion: () => void;
  /** Of other frames of this tab, in its own document. */
  readonly guests: GuestQuestions;
  readonly guestCards: GuestCards;
  /** What was done with a card or toast of this frame that is shown in the tab's own document. */
  readonly doneAbove: (id: string, done: DoneAbove) => void;
  readonly isShownAbove: (id: string) => boolean;
  readonly update: (marked: readonly MarkedLink[], signs: ReadonlyMap<OpenMessage, MessageSign>) => void;
  /** Something of the page may lie where a sign does. */
  readonly lookAround: () => void;
  /** After the host was put back: everything that was open is closed. */
  readonly redraw: () => void;
  readonly closeCard: () => void;
  /** Above what the page has opened since. */
  readonly raise: () => void;
  readonly told: (
    message: Extract<
      ToContent,
      {
        readonly type: 'show-link' | 'close-question' | 'rule-added' | 'rule-refused' | 'link-explained';
      }
    >,
  ) => void;
}

/** From scrolling to a link to its card: the browser lays the page out anew in between. Milliseconds. */
const SCROLL_MS = 100;

export function makeDetails({
  root,
  addStyles,
  events,
  texts,
  ask,
  marks,
  openAnyway,
  preferences,
  showHost,
  isAlive,
  signal,
}: DetailsContext): Details {
  addStyles(root, detailStyles);
  const live = new LiveRegion(root, texts);
  const above = { card: new Above(ask), toast: new Above(ask) };
  const toast = new UndoToast({ root, events, texts, live, above: above.toast, signal });
  const rules = new RuleMaker({ root, ask, texts, toast });
  const administered = (): Administered => preferences().administered;
  const isRefused = ({ answer }: MarkedLink): boolean => decideClick(answer, preferences()) === 'refuse';
  const dialog = new GuardDialog({
    root,
    events,
    texts,
    administered,
    showHost,
    onOpen() {
      cards.dismiss();
      guestCards.dismiss();
    },
    onClose: () => signs.showMissing(),
    onFirstAid: (about) => {
      // Nobody is there to open it: then the question itself has said the most important.
      ask({ type: 'open-first-aid', about }).catch(() => undefined);
    },
    signal,
  });
  const card = new LinkCard({
    root,
    events,
    texts,
    actions: {
      trust: (marked, scope, forSeconds) => rules.trust(marked, scope, forSeconds),
      trustOnce: (marked) => rules.trustOnce(marked),
      block: (marked, scope) => rules.block(marked, scope),
      open: ({ link }, agreed) => openAnyway(link, agreed),
      tell: (marked) => rules.tell(marked),
    },
    mayOpen: (marked) => !marked.link.isSender && tagOf(marked.link.element) !== 'form' && !isRefused(marked),
    administered,
    above: above.card,
    onDoneAbove: () => cards.lookAtNextMove(),
    signal,
  });
  const cards = new CardControl({
    root,
    card,
    marks,
    live,
    isBlocked: () => dialog.isOpen || !isAlive(),
    sentenceOf: ({ answer, link }) =>
      `${verdictSentence(answer, texts, link.isSender)} ${texts.text('mark_focus_hint')}`,
    signal,
  });
  const guestCards = new GuestCards({
    root,
    events,
    texts,
    administered,
    ask,
    toast,
    tell: (marked) => rules.tell(marked),
    isBlocked: () => dialog.isOpen,
    showHost,
    signal,
  });
  const guests = new GuestQuestions(dialog, ask);
  const corrector = new MessageCorrector({ root, ask, texts, toast });
  const signs = new MessageSigns({
    root,
    events,
    texts,
    onShow: showFirst,
    onExpiryDismissed,
    corrector,
    signal,
  });
  cards.listen(events);

  /** What was marked when it was last looked at. */
  let current: readonly MarkedLink[] = [];

  /** Scrolls to a marked link; a moment later, as its message may have been drawn anew by then, it is shown. */
  function scrollTo(
    isIt: (marked: MarkedLink) => boolean,
    show: (marked: MarkedLink) => void,
  ): { readonly marked: MarkedLink; readonly anchor: HTMLElement } | null {
    const marked = current.find(isIt);
    const anchor = marked === undefined ? undefined : marks.placeOf(marked)?.anchor;
    if (marked === undefined || anchor === undefined) return null;
    anchor.scrollIntoView({ block: 'center', behavior: 'instant' });
    setTimeout(() => {
      const now = current.find(isIt);
      if (now !== undefined) show(now);
    }, SCROLL_MS);
    return { marked, anchor };
  }

  const showCard = (marked: MarkedLink): void => cards.show(marked, null);
  const enterCard = (marked: MarkedLink): void => void cards.enter(marked);

  /** By key with the focus in the card: a sender is nothing that keys come to by themselves. */
  function showFirst({ link: { message, href } }: MarkedLink, isByKey: boolean): void {
    scrollTo(
      ({ link }) => link.message.body === message.body && link.href === href,
      isByKey ? enterCard : showCard,
    );
  }

  function onExpiryDismissed(): void {
    // Unheard, it comes again tomorrow.
    ask({ type: 'dismiss-expiry' }).catch(() => undefined);
  }

  /**
   * Scrolls to a marked link and opens its card.
   *
   * @param entersCard - with the focus in it, otherwise on the link
   */
  function showLink(href: string, entersCard: boolean): void {
    const found = scrollTo(
      ({ link, level }) => level !== 'unchecked' && link.href === href,
      entersCard ? enterCard : showCard,
    );
    if (found === null) return;
    // A message may be in a frame of its own, which does not have the keyboard yet.
    window.focus();
    focusOn(found.marked.link.element, found.anchor);
  }

  return {
    ask: (view, pointer) => dialog.ask(view, pointer),
    changeQuestion: (view) => dialog.change(view),
    closeQuestion: () => dialog.close(),
    raiseQuestion: () => dialog.raise(),
    guests,
    guestCards,
    doneAbove(id, done) {
      above.card.done(id, done);
      above.toast.done(id, done);
    },
    isShownAbove: (id) => above.card.isShown(id) || above.toast.isShown(id),
    update(marked, wantedSigns) {
      current = marked;
      signs.update(signsWithMore(wantedSigns, marked, (each) => marks.isUnplaced(each)));
      const { marked: shown } = card;
      const now = marked.find(({ link }) => link.element === shown?.link.element) ?? null;
      // To somebody who rests on the link it says what is so now.
      if (card.refresh(now) && now !== null) cards.show(now, null);
      cards.lookUnderPointer();
      cards.lookAtFocus();
    },
    lookAround: () => signs.lookAround(),
    redraw: () => signs.redraw(),
    closeCard: () => cards.dismiss(),
    raise() {
      signs.redraw();
      card.raise();
      guestCards.raise();
    },
    told(message) {
      switch (message.type) {
        case 'show-link':
          showLink(message.href, message.entersCard);
          break;
        case 'close-question':
          guests.close(message.id);
          guestCards.close(message.id);
          break;
        case 'rule-added':
          rules.added(message);
          break;
        case 'rule-refused':
          rules.refused(message.because);
          break;
        case 'link-explained':
          toast.show(whereSentence(message.details, message.href, texts), null);
      }
    },
  };
}
