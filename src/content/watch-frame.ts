import type { UncheckedBecause } from '../core/verdict/verdict.ts';
import { NoAnswer, type askBackground, type onToldByBackground } from '../platform/frame-bus.ts';
import { MAX_MESSAGE_TEXT_LENGTH } from '../protocol/link-messages.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../protocol/preference-messages.ts';
import type { ContentRequest } from '../protocol/requests.ts';
import type { FrameNote } from '../protocol/tab-messages.ts';
import type { ToContent } from '../protocol/told.ts';
import { CardControl } from './card-control.ts';
import { ClickGuard } from './click-guard.ts';
import { ChosenTexts, type ContentTexts } from './content-texts.ts';
import { findSource, surroundingFrame } from './find-source.ts';
import { FrameReport } from './frame-report.ts';
import { GuardDialog } from './guard-dialog.ts';
import { LinkCard } from './link-card.ts';
import { LinkChecker } from './link-checker.ts';
import { tagOf } from './link-destination.ts';
import { LinkMarks, type MarkedLink } from './link-marks.ts';
import { scanLinks, type Look } from './link-scanner.ts';
import { linkTextOf } from './link-text.ts';
import { LiveRegion } from './live-region.ts';
import { MarkHost } from './mark-host.ts';
import { addressOf, headOf, senderElementOf } from './message-head.ts';
import { MessageSigns, type MessageSign } from './message-signs.ts';
import { messageInPath, type MessageSource, type OpenMessage } from './open-messages.ts';
import { OwnEvents } from './own-events.ts';
import { RuleMaker } from './rule-maker.ts';
import { isParsed, textOf } from './unclobbered.ts';
import { UndoToast } from './undo-toast.ts';
import { verdictSentence } from './verdict-sentences.ts';

/** Long enough to gather the answers for one message, too short to be seen. Milliseconds. */
const REFRESH_DELAY_MS = 8;

/** What a frame needs of the extension; tests bring their own. */
export interface Platform {
  readonly ask: typeof askBackground;
  readonly onTold: typeof onToldByBackground;
  readonly texts: ContentTexts;
  readonly isAlive: () => boolean;
}

export interface FrameWatcher {
  /**
   * The script was injected again: the document may have been written anew, and its listeners with it.
   *
   * @returns false if this one has stopped for good
   */
  readonly renew: () => boolean;
}

/** Watches this document until the extension is updated or removed. */
export function watchFrame({ ask, onTold, texts: ownTexts, isAlive }: Platform): FrameWatcher {
  const abort = new AbortController();
  const { signal } = abort;
  let source: MessageSource | null = null;
  let look: Look = { messages: [], links: [] };
  let preferences: Preferences = DEFAULT_PREFERENCES;
  const texts = new ChosenTexts(ownTexts);
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;

  const host = new MarkHost({
    isAlive,
    onRetire: () => abort.abort(),
    onReattach() {
      marks.redraw();
      signs.redraw();
    },
    signal,
  });
  const { root } = host;
  const events = new OwnEvents(root, signal);
  const live = new LiveRegion(root);
  const marks = new LinkMarks({
    root,
    describe: ({ answer, link }) => verdictSentence(answer, texts, link.isSender),
    signal,
  });
  const toast = new UndoToast({ root, events, texts, signal });
  const rules = new RuleMaker({ root, ask, texts, toast });
  const dialog = new GuardDialog({ root, events, texts, onOpen: () => cards.dismiss(), signal });
  const checker = new LinkChecker({
    checkLinks: ask,
    headOf: (message, withText) =>
      source === null
        ? null
        : headOf(
            message,
            source.adapter,
            surroundingFrame(source),
            withText ? textOf(message.body).slice(0, MAX_MESSAGE_TEXT_LENGTH) : '',
          ),
    textOf: linkTextOf,
    tagOf: ({ element, isSender }) => (isSender ? 'sender' : tagOf(element)),
    isUnreachable: (error) => error instanceof NoAnswer,
    onVerdicts: refreshSoon,
    signal,
  });
  const guard = new ClickGuard({
    root,
    dialog,
    messageIn(path) {
      const current = currentSource();
      return current === null ? null : messageInPath(path, current);
    },
    answerFor: (link) => checker.answerFor(link),
    askAlone: (link) => checker.askAlone(link),
    preferences: () => preferences,
    isAlive: stillAlive,
    onOpened: (href) => tell({ type: 'link-opened', href }),
    signal,
  });
  const card = new LinkCard({
    root,
    events,
    texts,
    actions: {
      trust: ({ link }, scope, forSeconds) => rules.trust(link.href, scope, forSeconds),
      block: ({ link }, scope) => rules.block(link.href, scope),
      open: ({ link }) => guard.openAnyway(link),
      tell: (marked) => rules.tell(marked),
    },
    mayOpen: ({ level, link }) =>
      !link.isSender &&
      tagOf(link.element) !== 'form' &&
      !(level === 'danger' && preferences.onDanger === 'disable'),
    signal,
  });
  const cards = new CardControl({
    root,
    card,
    marks,
    live,
    isBlocked: () => dialog.isOpen,
    sentenceOf: ({ answer, link }) =>
      `${verdictSentence(answer, texts, link.isSender)} ${texts.text('mark_focus_hint')}`,
    signal,
  });
  const signs = new MessageSigns({ root, events, texts, onShow: showFirst, signal });
  const report = new FrameReport({
    tell,
    lookAfter(milliseconds) {
      setTimeout(() => scanner.lookSoon(), milliseconds);
    },
  });

  function stillAlive(): boolean {
    if (signal.aborted) return false;
    if (isAlive()) return true;
    // The extension was updated or removed. What is drawn goes, and every click is the page's own again.
    abort.abort();
    return false;
  }

  function currentSource(): MessageSource | null {
    // A webmail that is recognised by its page may be recognised only later.
    if (source === null || source.adapter.name === 'generic') source = findSource(isParsed()) ?? source;
    return source;
  }

  /** Says something that needs no answer. */
  function tell(request: ContentRequest): void {
    if (!stillAlive()) return;
    // Nobody counts just now; the next change is told again.
    ask(request).catch(() => undefined);
  }

  function senderOf(message: OpenMessage): { readonly element: Element; readonly address: string } | null {
    // What a page of unknown structure calls a sender is good for a guess, not for a mark.
    if (source === null || source.isWholeDocument || source.adapter.name === 'generic') return null;
    const element = senderElementOf(message, source.adapter, null);
    const address = element === null ? null : addressOf(element);
    return element === null || address === null ? null : { element, address };
  }

  function onLook(next: Look): void {
    if (!stillAlive()) return;
    host.attach();
    if (next === look) {
      // Nothing has changed in any message; but a window of the webmail may have come before one, and a message that
      // should be here may be overdue.
      if (look.messages.length > 0) marks.lookForCovers();
      else refresh();
      return;
    }
    look = next;
    checker.want(look.links);
    refresh();
  }

  /** Answers for one message come in several batches within a few milliseconds. */
  function refreshSoon(): void {
    refreshTimer ??= setTimeout(refresh, REFRESH_DELAY_MS);
  }

  function refresh(): void {
    clearTimeout(refreshTimer);
    refreshTimer = undefined;
    if (signal.aborted) return;
    const marked: MarkedLink[] = [];
    const silent = new Map<OpenMessage, UncheckedBecause>();
    let answeredCount = 0;
    let uncheckedCount = 0;
    for (const link of look.links) {
      const answer = checker.answerFor(link);
      if (answer === undefined) continue;
      if (!link.isSender) answeredCount += 1;
      const { verdict } = answer;
      if (verdict.kind === 'flagged') {
        marked.push({ link, level: verdict.level, answer });
      } else if (verdict.kind === 'unchecked' && !link.isSender) {
        uncheckedCount += 1;
        // One sign for the message says it for all its links.
        if (verdict.because === 'paused') continue;
        if (isOfTheList(verdict.because)) silent.set(link.message, verdict.because);
        else marked.push({ link, level: 'unchecked', answer });
      }
    }
    marks.update(marked);
    signs.update(signsOf(marked, silent));
    const { marked: shown } = card;
    if (shown !== null) {
      card.refresh(marked.find(({ link }) => link.element === shown.link.element) ?? null);
    }
    report.update({ source, look, marked, answeredCount, uncheckedCount, notes: notesOf(look) });
  }

  function notesOf({ messages }: Look): readonly FrameNote[] {
    return messages.length === 0 && source !== null && report.lacksMessage(source)
      ? ['no-message-found']
      : [];
  }

  function showFirst(first: MarkedLink): void {
    const place = marks.placeOf(first);
    if (place === null) return;
    place.anchor.scrollIntoView({ block: 'center', behavior: 'instant' });
    setTimeout(() => cards.show(first, null), 100);
  }

  function told(message: ToContent): void {
    if (!stillAlive()) return;
    switch (message.type) {
      case 'recheck':
        checker.recheck();
        checker.want(look.links);
        loadPreferences();
        break;
      case 'stop':
        abort.abort();
        break;
      case 'report':
        report.forget();
        refresh();
        break;
      case 'rule-added':
        rules.added(message);
        break;
      case 'rule-refused':
        rules.refused(message.because);
        break;
    }
  }

  function loadPreferences(): void {
    ask({ type: 'get-preferences' }).then(
      (answer) => {
        const isSameLanguage = answer.language === preferences.language;
        preferences = answer;
        if (!isSameLanguage) loadTexts();
      },
      // The usual ones hold until the background is there.
      () => undefined,
    );
  }

  function loadTexts(): void {
    ask({ type: 'get-texts' }).then(
      (chosen) => {
        if (!texts.choose(chosen)) return;
        cards.dismiss();
        marks.redraw();
        refresh();
      },
      // The browser's own will do.
      () => undefined,
    );
  }

  function renew(): void {
    if (signal.aborted) return;
    host.attach();
    guard.listen();
    cards.listen();
    events.listen();
    // Adding the same listener twice does nothing, and `document.open` has removed them all.
    addEventListener('readystatechange', scanner.lookSoon, { signal, capture: true });
    addEventListener('pageshow', comeBack, { signal });
    addEventListener('pagehide', report.leave, { signal });
    // Menus and windows of the webmail open by a class, which nobody reports; but not without a click or key.
    for (const type of ['click', 'keyup', 'scrollend', 'resize', 'transitionend'] as const) {
      addEventListener(type, coverSoon, { signal, capture: true, passive: true });
    }
    // No browser tells a page that an extension was switched off; but the reader comes back from where that is done.
    for (const type of ['visibilitychange', 'focus', 'pointerover'] as const) {
      addEventListener(type, stillAlive, { signal, capture: true, passive: true });
    }
    scanner.lookSoon();
  }
  function coverSoon(): void {
    marks.lookForCovers();
  }
  function comeBack({ persisted }: PageTransitionEvent): void {
    if (persisted) {
      // From the back-forward cache nothing has changed, so that no look tells anything; but leaving has been told, and
      // what became of lists and rules meanwhile has not.
      report.comeBack();
      refresh();
      told({ type: 'recheck' });
    }
    scanner.lookSoon();
  }

  host.attach();
  onTold(told, signal);
  loadPreferences();
  const scanner = scanLinks({ source: currentSource, senderOf, onLook, onNewDocument: renew, signal });
  renew();
  return {
    renew() {
      renew();
      return !signal.aborted;
    },
  };
}

/** A cause that lies in the list and not in the link, so that it is the same for all links of a message. */
function isOfTheList(because: UncheckedBecause): boolean {
  return because === 'no-snapshot' || because === 'expired' || because === 'storage-failed';
}

function signsOf(
  marked: readonly MarkedLink[],
  silent: ReadonlyMap<OpenMessage, UncheckedBecause>,
): ReadonlyMap<OpenMessage, MessageSign> {
  const signs = new Map<OpenMessage, MessageSign>();
  for (const [message, because] of silent) signs.set(message, { kind: 'unchecked', because });
  for (const link of marked) {
    if (link.level !== 'danger' || link.link.isSender) continue;
    const { message } = link.link;
    const before = signs.get(message);
    signs.set(
      message,
      before?.kind === 'danger'
        ? { ...before, count: before.count + 1 }
        : { kind: 'danger', count: 1, first: link },
    );
  }
  return signs;
}
