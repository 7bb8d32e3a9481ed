/** The list of what a watched frame consists of, and who tells whom: its parts know nothing of each other. */
import { NoAnswer, type askBackground, type onToldByBackground } from '../../platform/frame-bus.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { ContentRequest } from '../../protocol/requests.ts';
import type { FrameNote } from '../../protocol/tab-messages.ts';
import type { ToContent } from '../../protocol/told.ts';
import { afterLayout } from '../dom/after-layout.ts';
import { ClickGuard } from '../guard/click-guard.ts';
import { MessageCodes } from '../codes/message-codes.ts';
import type { ContentTexts } from '../texts/content-texts.ts';
import { answerWithEvidence } from '../evidence/link-evidence.ts';
import { MessageJudge } from '../evidence/message-judge.ts';
import { findSource, headPlaces } from '../messages/find-source.ts';
import { findingsOf } from './frame-findings.ts';
import { FrameReport } from './frame-report.ts';
import { FrameSettings } from './frame-settings.ts';
import { LinkChecker } from '../links/link-checker.ts';
import { tagOf } from '../hrefs/link-destination.ts';
import { LinkMarks } from '../marks/link-marks.ts';
import type { FoundLink, Look } from '../links/found-link.ts';
import { scanLinks } from '../links/link-scanner.ts';
import { linkTextOf } from '../links/link-text.ts';
import { DetailsLoader } from './load-details.ts';
import { MarkHost } from '../marks/mark-host.ts';
import { addressShownAt, headFactsOf, headOf, senderElementOf } from '../messages/message-head.ts';
import { messageInPath, type MessageSource, type OpenMessage } from '../messages/open-messages.ts';
import { OwnEvents } from '../marks/own-events.ts';
import { addStyles } from '../marks/own-styles.ts';
import { Questions } from '../guard/questions.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import { isParsed, listenOn } from '../dom/unclobbered.ts';
import { questionSentence, verdictSentence } from '../texts/verdict-sentences.ts';
import type { KnownWebmails } from '../webmail/known-webmails.ts';

/** Long enough to gather the answers for one message, too short to be seen. Milliseconds. */
const REFRESH_DELAY_MS = 8;

/** What takes longer is a message of very many links; then comes a rest, of so many times that and no more than this. Milliseconds. */
const LONG_REFRESH_MS = 4;
const REST_FACTOR = 20;
const MAX_REST_MS = 250;

/** Of a link of the page itself that no list names, asked about or not. */
const OWN_ANSWER: LinkVerdict = { verdict: { kind: 'clear' }, layers: [], scopes: [] };

/** What a frame needs of the extension; tests bring their own. */
export interface Platform {
  readonly ask: typeof askBackground;
  readonly onTold: typeof onToldByBackground;
  readonly texts: ContentTexts;
  readonly isAlive: () => boolean;
  readonly webmails: KnownWebmails;
  /** How messages are found on a page of which nothing is known; null where there is no such page. */
  readonly unknownPage: UnknownPage | null;
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
export function watchFrame({
  ask,
  onTold,
  texts: ownTexts,
  isAlive,
  webmails,
  unknownPage,
}: Platform): FrameWatcher {
  const abort = new AbortController();
  const { signal } = abort;
  let source: MessageSource | null = null;
  let look: Look = { messages: [], links: [] };
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  /** Answers that come before then wait; `performance.now()`. */
  let restsUntil = 0;

  const settings = new FrameSettings({ ask, texts: ownTexts, onLanguage });
  const { texts } = settings;
  const host = new MarkHost({
    isAlive,
    onRetire: () => abort.abort(),
    onReattach() {
      marks.redraw();
      details.loaded?.redraw();
    },
    signal,
  });
  const { root } = host;
  const events = new OwnEvents(root, signal);
  const marks = new LinkMarks({
    root,
    describe: ({ answer, link }) => verdictSentence(answer, texts, link.isSender),
    onUnplaced: refreshSoon,
    signal,
  });
  const details = new DetailsLoader(
    {
      root,
      addStyles,
      events,
      texts,
      ask,
      marks,
      openAnyway(link, agreed) {
        if (agreed !== null) questions.agree(agreed);
        guard.openAnyway(link);
      },
      preferences: () => settings.preferences,
      showHost: () => host.show(),
      isAlive: stillAlive,
      signal,
    },
    refreshSoon,
  );
  const questions = new Questions({
    load: () => details.load(),
    loaded: () => details.loaded,
    ask,
    sentenceOf: (view) => questionSentence(view, texts),
  });
  const checker = new LinkChecker({
    checkLinks: ask,
    headOf: (message) =>
      source === null || message.isPage === true
        ? null
        : headOf(message, source.adapter, headPlaces(source), look.messages),
    textOf: linkTextOf,
    tagOf({ element, isSender, isCode }) {
      if (isSender) return 'sender';
      return isCode === true ? 'img' : tagOf(element);
    },
    isUnreachable: (error) => error instanceof NoAnswer,
    onVerdicts: refreshSoon,
    signal,
  });
  const judge = new MessageJudge({
    tell: ask,
    isUnreachable: (error) => error instanceof NoAnswer,
    headOf: (message) =>
      source === null ? null : headFactsOf(message, source.adapter, headPlaces(source), look.messages),
    askedAbout: (link) => checker.askedAbout(link),
    isAwaited: (link) => checker.answerFor(link) === undefined,
    onVerdict: refreshSoon,
    signal,
  });
  const guard = new ClickGuard({
    root,
    dialog: questions,
    messageIn(path) {
      const current = currentSource();
      return current === null ? null : messageInPath(path, current);
    },
    answerFor,
    askAlone: (link) => checker.askAlone(link),
    isMessagePending: (message) => judge.isPending(message),
    messageSettled: (message) => judge.settled(message),
    preferences: () => settings.preferences,
    arePreferencesKnown: () => settings.isKnown,
    preferencesSettled: () => settings.settled(),
    isAlive: stillAlive,
    onOpened: (href) => tell({ type: 'link-opened', href }),
    onAgreed: (message) => judge.agree(message),
    openTab: (href, isBehind) => tell({ type: 'open-agreed', id: questions.agreed, href, isBehind }),
    signal,
  });
  const codes = new MessageCodes({
    ask,
    isUnreachable: (error) => error instanceof NoAnswer,
    onChange: () => scanner.lookSoon(),
    signal,
  });
  const report = new FrameReport({
    tell,
    lookAfter(milliseconds) {
      setTimeout(() => scanner.lookSoon(), milliseconds);
    },
  });
  signal.addEventListener('abort', () => clearTimeout(refreshTimer));

  /** What is known of a link, its message's evidence included. */
  function answerFor(link: FoundLink): LinkVerdict | undefined {
    const answer = checker.answerFor(link);
    if (answer?.verdict.kind !== 'flagged' && isOwn(link)) return OWN_ANSWER;
    return answer === undefined
      ? undefined
      : answerWithEvidence(answer, checker.askedAbout(link)?.number, judge.verdictOf(link.message));
  }

  /** Of a page of which nothing is known, a link of its own: it matters only if it is listed. */
  function isOwn({ href }: FoundLink): boolean {
    return source?.unknownPage?.isOwn(href) === true;
  }

  function stillAlive(): boolean {
    if (signal.aborted) return false;
    if (isAlive()) return true;
    // The extension was updated or removed. What is drawn goes, and every click is the page's own again.
    abort.abort();
    return false;
  }

  function currentSource(): MessageSource | null {
    // A webmail that is recognised by its page may be recognised only later, and one that shows nothing for another.
    if (source === null || source.adapter.name === 'generic' || look.messages.length === 0)
      source = findSource(isParsed(), webmails, unknownPage) ?? source;
    return source;
  }

  /** Says something that needs no answer. */
  function tell(request: ContentRequest): void {
    if (!stillAlive()) return;
    // Nobody counts just now; the next look tells it again.
    ask(request).catch(() => report.forget());
  }

  function senderOf(message: OpenMessage): { readonly element: Element; readonly address: string } | null {
    // What a page of unknown structure calls a sender is good for a guess, not for a mark.
    if (
      source === null ||
      message.isPage === true ||
      source.isWholeDocument ||
      source.adapter.name === 'generic'
    )
      return null;
    const element = senderElementOf(message, source.adapter);
    const address = element === null ? null : addressShownAt(element);
    return element === null || address === null ? null : { element, address };
  }

  function onLook(seen: Look): void {
    if (!stillAlive()) return;
    host.attach();
    const next = codes.joinedTo(seen);
    if (next === look) {
      // Nothing has changed in any message; but a window of the webmail may have come before one, and a message that
      // should be here may be overdue.
      judge.headsMayHaveChanged();
      if (look.messages.length > 0) coverSoon();
      else refresh();
      return;
    }
    look = next;
    checker.want(look.links);
    refresh();
  }

  /** Answers for one message come in several batches within a few milliseconds. */
  function refreshSoon(): void {
    refreshTimer ??= setTimeout(refresh, Math.max(REFRESH_DELAY_MS, restsUntil - performance.now()));
  }

  function refresh(): void {
    clearTimeout(refreshTimer);
    refreshTimer = undefined;
    if (!stillAlive()) return;
    const startedAt = performance.now();
    const links = look.links.filter((link) => answerFor(link) !== OWN_ANSWER);
    const shown = { ...look, links };
    judge.lookSoon(shown);
    const findings = findingsOf(
      shown,
      answerFor,
      (message) => judge.verdictOf(message),
      (message) => codes.isUnread(message),
      (message) => judge.isPartRead(message),
    );
    marks.update(findings.marked);
    if (findings.marked.length > 0 || findings.signs.size > 0) afterLayout(() => host.show());
    if (details.loaded !== null) details.loaded.update(findings.marked, findings.signs);
    else if (findings.marked.length > 0 || findings.signs.size > 0) void details.load();
    report.update({ source, look: shown, ...findings, notes: notesOf(look) });
    const endedAt = performance.now();
    const took = endedAt - startedAt;
    restsUntil = took < LONG_REFRESH_MS ? 0 : endedAt + Math.min(MAX_REST_MS, took * REST_FACTOR);
  }

  function notesOf({ messages }: Look): readonly FrameNote[] {
    return messages.every(({ isFramed }) => isFramed) && source !== null && report.lacksMessage(source)
      ? ['no-message-found']
      : [];
  }

  function onLanguage(): void {
    details.loaded?.closeCard();
    marks.redraw();
    refresh();
  }

  /** @returns the answer, where one is waited for */
  function told(message: ToContent): Promise<boolean> | undefined {
    if (!stillAlive()) return undefined;
    switch (message.type) {
      case 'recheck':
        checker.recheck(look.links);
        judge.recheck();
        codes.retry();
        void settings.load();
        break;
      case 'stop':
        abort.abort();
        break;
      case 'report':
        report.forget();
        refresh();
        break;
      case 'message-verdict':
        judge.take(message.messageKey, message.verdict);
        break;
      case 'show-link':
      case 'close-question':
      case 'rule-added':
      case 'rule-refused':
      case 'link-explained':
        // Also what closes: what it closes may still wait for the same.
        void details.load().then((loaded) => loaded?.told(message));
        break;
      case 'question':
        return details.load().then((loaded) => loaded?.guests.show(message) ?? false);
      case 'show-above':
        return details.load().then((loaded) => loaded?.guestCards.show(message) ?? false);
      case 'done-above':
        details.loaded?.doneAbove(message.id, message.done);
        break;
      case 'question-answered':
        questions.answered(message.id, message.goOn);
        break;
      case 'is-asking':
        return Promise.resolve(
          questions.isAsking(message.id) || details.loaded?.isShownAbove(message.id) === true,
        );
    }
    return undefined;
  }

  function renew(): void {
    if (signal.aborted) return;
    host.attach();
    guard.listen();
    events.listen();
    // Adding the same listener twice does nothing, and `document.open` has removed them all.
    addEventListener('readystatechange', scanner.lookSoon, { signal, capture: true });
    addEventListener('pageshow', comeBack, { signal });
    addEventListener('pagehide', leave, { signal });
    // Menus and windows of the webmail open by a class, which nobody reports; but not without a click or key.
    for (const type of ['click', 'keyup', 'scrollend', 'resize', 'transitionend'] as const) {
      addEventListener(type, coverSoon, { signal, capture: true, passive: true });
    }
    for (const type of ['load', 'error'] as const) {
      // Not on the window, of which these events never hear.
      listenOn(document, type, pictureCame, { signal, capture: true, passive: true });
    }
    addEventListener('toggle', raise, { signal, capture: true, passive: true });
    // No browser tells a page that an extension was switched off; but the reader comes back from where that is done.
    for (const type of ['visibilitychange', 'focus', 'pointerover'] as const) {
      addEventListener(type, stillAlive, { signal, capture: true, passive: true });
    }
    scanner.lookSoon();
  }
  /**
   * What a message opens in the top layer, be it by hovering (`interestfor`), must not lie over what is said of it. Of what we
   * open ourselves this never hears (`own-events.ts`): raised for that, we would raise it again for that, without end.
   */
  function raise(event: Event): void {
    if (!(event instanceof ToggleEvent) || event.newState !== 'open') return;
    details.loaded?.raiseQuestion();
    if (source === null || messageInPath(event.composedPath(), source) === null) return;
    marks.raise();
    details.loaded?.raise();
  }
  function pictureCame(event: Event): void {
    const [target] = event.composedPath();
    if (!(target instanceof Element)) return;
    marks.onLoaded(target);
    if (look.messages.length === 0) return;
    codes.pictureLoaded();
    scanner.lookSoon();
  }
  function leave(): void {
    questions.close();
    report.leave();
  }
  function coverSoon(): void {
    marks.lookForCovers();
    details.loaded?.lookAround();
  }
  function comeBack({ persisted }: PageTransitionEvent): void {
    if (persisted) {
      // From the back-forward cache nothing has changed, so that no look tells anything; but leaving has been told, and
      // what became of lists and rules meanwhile has not.
      report.comeBack();
      refresh();
      void told({ type: 'recheck' });
    }
    scanner.lookSoon();
  }

  host.attach();
  onTold(told, signal);
  void settings.load();
  const scanner = scanLinks({
    source: currentSource,
    senderOf,
    onLook,
    onNewDocument: renew,
    onShadow: (shadow) => guard.listenIn(shadow),
    signal,
  });
  renew();
  return {
    renew() {
      renew();
      return !signal.aborted;
    },
  };
}
