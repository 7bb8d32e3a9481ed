import type { askBackground } from '../../platform/frame-bus.ts';
import type { OverlayAction } from '../../protocol/overlay-messages.ts';
import type { Administered } from '../../protocol/policy-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';
import type { GuardView, Point } from '../../protocol/question-messages.ts';
import type { ContentMessage } from '../../protocol/background-messages.ts';
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
import { TopFrameOverlay } from './views/top-frame-overlay.ts';
import { CardControl } from './cards/card-control.ts';
import detailStyles from './details.css?inline';
import { GuardDialog } from './questions/guard-dialog.ts';
import { FrameCards } from './cards/frame-cards.ts';
import { FrameQuestions } from './questions/frame-questions.ts';
import { focusOn, LinkCard } from './cards/link-card.ts';
import { LiveRegion } from './toasts/live-region.ts';
import { MessageCorrector } from './signs/message-corrector.ts';
import type { MessageSign } from '../marks/message-sign.ts';
import { MessageSigns } from './signs/message-signs.ts';
import { RuleMaker } from './toasts/rule-maker.ts';
import { signsWithMore } from './signs/signs-with-more.ts';
import { UndoToast } from './toasts/undo-toast.ts';
import { whereSentence } from './views/verdict-view.ts';

export interface DetailsContext {
  readonly root: ShadowRoot;
  /** The marks' own function, because it knows the document's random names of colours. */
  readonly addStyles: typeof addStylesTo;
  readonly events: OwnEvents;
  readonly texts: ContentTexts;
  readonly ask: typeof askBackground;
  readonly marks: LinkMarks;
  /** `agreed`: as for `CardActions.open`. */
  readonly openAnyway: (link: FoundLink, agreed: string | null) => void;
  readonly preferences: () => CurrentPreferences;
  /** Shows our host element if the page hid it. */
  readonly showHost: () => void;
  /** False if the extension is gone, and its texts with it. */
  readonly isAlive: () => boolean;
  readonly signal: AbortSignal;
}

export interface Details {
  /** @returns whether to open the link; null if not visible here */
  readonly ask: (view: GuardView, pointer: Point | null) => Promise<boolean | null>;
  readonly changeQuestion: (view: GuardView) => void;
  readonly closeQuestion: () => void;
  readonly raiseQuestion: () => void;
  readonly frameQuestions: FrameQuestions;
  readonly frameCards: FrameCards;
  /** Call when this frame's overlay in the top frame was used. */
  readonly onOverlayAction: (id: string, action: OverlayAction) => void;
  /** Whether this frame's overlay is shown in the top frame. */
  readonly isShown: (id: string) => boolean;
  readonly update: (marked: readonly MarkedLink[], signs: ReadonlyMap<OpenMessage, MessageSign>) => void;
  /** Call when something may overlap a sign. */
  readonly rearrange: () => void;
  /** Call after the host was reattached, which closed all popovers. */
  readonly redraw: () => void;
  readonly closeCard: () => void;
  readonly raise: () => void;
  readonly onMessage: (
    message: Extract<
      ContentMessage,
      {
        readonly type: 'show-link' | 'close-question' | 'rule-added' | 'rule-refused' | 'link-explained';
      }
    >,
  ) => void;
}

/** For layout, between scrolling and opening the card. */
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
  const overlays = { card: new TopFrameOverlay(ask), toast: new TopFrameOverlay(ask) };
  const toast = new UndoToast({ root, events, texts, live, overlay: overlays.toast, signal });
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
      frameCards.dismiss();
    },
    onClose: () => signs.showMissing(),
    onFirstAid: (about) => {
      // A failure is ignored: the question already gave the main advice.
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
    overlay: overlays.card,
    onFinish: () => cards.lookAtNextMove(),
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
  const frameCards = new FrameCards({
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
  const frameQuestions = new FrameQuestions(dialog, ask);
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

  let current: readonly MarkedLink[] = [];

  /** Looks the link up again after scrolling: the message may be redrawn meanwhile. */
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

  /** If opened by key, the card gets the focus: Tab cannot enter the card of a sender's name. */
  function showFirst({ link: { message, href } }: MarkedLink, isByKey: boolean): void {
    scrollTo(
      ({ link }) => link.message.body === message.body && link.href === href,
      isByKey ? enterCard : showCard,
    );
  }

  function onExpiryDismissed(): void {
    // If this fails, the notice is dismissed for this message only.
    ask({ type: 'dismiss-expiry' }).catch(() => undefined);
  }

  /** @param entersCard - focuses the card, not the link */
  function showLink(href: string, entersCard: boolean): void {
    const found = scrollTo(
      ({ link, level }) => level !== 'unchecked' && link.href === href,
      entersCard ? enterCard : showCard,
    );
    if (found === null) return;
    // The frame may lack keyboard focus.
    window.focus();
    focusOn(found.marked.link.element, found.anchor);
  }

  return {
    ask: (view, pointer) => dialog.ask(view, pointer),
    changeQuestion: (view) => dialog.change(view),
    closeQuestion: () => dialog.close(),
    raiseQuestion: () => dialog.raise(),
    frameQuestions,
    frameCards,
    onOverlayAction(id, action) {
      overlays.card.handle(id, action);
      overlays.toast.handle(id, action);
    },
    isShown: (id) => overlays.card.isShown(id) || overlays.toast.isShown(id),
    update(marked, wantedSigns) {
      current = marked;
      signs.update(signsWithMore(wantedSigns, marked, (each) => marks.isUnplaced(each)));
      const { marked: shown } = card;
      const now = marked.find(({ link }) => link.element === shown?.link.element) ?? null;
      if (card.refresh(now) && now !== null) cards.show(now, null);
      cards.lookUnderPointer();
      cards.lookAtFocus();
    },
    rearrange: () => signs.rearrange(),
    redraw: () => signs.redraw(),
    closeCard: () => cards.dismiss(),
    raise() {
      signs.redraw();
      card.raise();
      frameCards.raise();
    },
    onMessage(message) {
      switch (message.type) {
        case 'show-link':
          showLink(message.href, message.entersCard);
          break;
        case 'close-question':
          frameQuestions.close(message.id);
          frameCards.close(message.id);
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
