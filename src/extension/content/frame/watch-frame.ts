/** Wires a frame's parts, which do not know each other. */
import { NoAnswer, type askBackground, type onBackgroundMessage } from '../../platform/frame-bus.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { ContentRequest } from '../../protocol/requests.ts';
import type { FrameNote } from '../../protocol/tab-messages.ts';
import type { ContentMessage } from '../../protocol/background-messages.ts';
import { afterLayout } from '../dom/after-layout.ts';
import { ClickGuard } from '../guard/click-guard.ts';
import { MessageCodes } from '../codes/message-codes.ts';
import type { ContentTexts } from '../texts/content-texts.ts';
import { answerWithEvidence } from '../evidence/link-evidence.ts';
import { MessageJudge } from '../evidence/message-judge.ts';
import { findingsOf } from './frame-findings.ts';
import { answerBackground } from './answer-background.ts';
import { FrameReport } from './frame-report.ts';
import { FrameSettings } from './frame-settings.ts';
import { LinkChecker } from '../links/link-checker.ts';
import { tagOf } from '../hrefs/link-destination.ts';
import { LinkMarks } from '../marks/link-marks.ts';
import type { FoundLink, Look } from '../links/found-link.ts';
import { scanLinks } from '../links/link-scanner.ts';
import { linkTextOf } from '../links/link-text.ts';
import { frameView } from './frame-view.ts';
import { listenToPage } from './page-events.ts';
import { refreshPace } from './refresh-pace.ts';
import { DetailsLoader } from './load-details.ts';
import { MarkHost } from '../marks/mark-host.ts';
import { OwnEvents } from '../marks/own-events.ts';
import { addStyles } from '../marks/own-styles.ts';
import { Questions } from '../guard/questions.ts';
import { messageInPath } from '../messages/open-messages.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import { questionSentence, verdictSentence } from '../texts/verdict-sentences.ts';
import type { KnownWebmails } from '../webmail/known-webmails.ts';

/** For the page's own links. */
const OWN_ANSWER: LinkVerdict = { verdict: { kind: 'clear' }, layers: [], scopes: [] };

export interface Platform {
  readonly ask: typeof askBackground;
  readonly onMessage: typeof onBackgroundMessage;
  readonly texts: ContentTexts;
  readonly isAlive: () => boolean;
  readonly webmails: KnownWebmails;
  /** Null if this script handles known webmails only. */
  readonly unknownPage: UnknownPage | null;
}

export interface FrameWatcher {
  /**
   * Call when injected again: the document may have been rewritten without our listeners.
   *
   * @returns false after a final stop
   */
  readonly renew: () => boolean;
}

export function watchFrame(platform: Platform): FrameWatcher {
  const { ask, isAlive } = platform;
  const abort = new AbortController();
  const { signal } = abort;
  const isUnreachable = (error: unknown): boolean => error instanceof NoAnswer;

  const view = frameView(platform.webmails, platform.unknownPage);
  const refresh = refreshPace(show, signal);
  const settings = new FrameSettings({ ask, texts: platform.texts, onLanguage });
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
    onUnplaced: refresh.soon,
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
    refresh.soon,
  );
  const questions = new Questions({
    load: () => details.load(),
    loaded: () => details.loaded,
    ask,
    sentenceOf: (question) => questionSentence(question, texts),
  });
  const checker = new LinkChecker({
    checkLinks: ask,
    senderOf: view.senderAddressOf,
    textOf: linkTextOf,
    tagOf({ element, isSender, isCode }) {
      if (isSender) return 'sender';
      return isCode === true ? 'img' : tagOf(element);
    },
    isUnreachable,
    onVerdicts: refresh.soon,
    signal,
  });
  const judge = new MessageJudge({
    send: ask,
    isUnreachable,
    headOf: view.headFactsOf,
    sentLink: (link) => checker.sentLink(link),
    isAwaited: (link) => checker.answerFor(link) === undefined,
    onVerdict: refresh.soon,
    signal,
  });
  const guard = new ClickGuard({
    root,
    dialog: questions,
    messageIn(path) {
      const current = view.currentSource();
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
    isUnreachable,
    onChange: () => scanner.scanSoon(),
    signal,
  });
  const report = new FrameReport({
    tell,
    scanAfter(milliseconds) {
      setTimeout(() => scanner.scanSoon(), milliseconds);
    },
  });
  const listeners = { view, checker, judge, codes, settings, report, details, questions };
  const onMessage = (message: ContentMessage): Promise<boolean> | undefined =>
    stillAlive()
      ? answerBackground({ ...listeners, refresh: refresh.now, stop: () => abort.abort() }, message)
      : undefined;

  function answerFor(link: FoundLink): LinkVerdict | undefined {
    const answer = checker.answerFor(link);
    if (answer?.verdict.kind !== 'flagged' && isOwn(link)) return OWN_ANSWER;
    return answer === undefined
      ? undefined
      : answerWithEvidence(answer, checker.sentLink(link)?.number, judge.verdictOf(link.message));
  }

  /** On pages of unknown structure, the page's own links matter only if listed. */
  function isOwn({ href }: FoundLink): boolean {
    return view.source?.unknownPage?.isOwn(href) === true;
  }

  function stillAlive(): boolean {
    if (signal.aborted) return false;
    if (isAlive()) return true;
    // Remove everything drawn and stop guarding clicks.
    abort.abort();
    return false;
  }

  function tell(request: ContentRequest): void {
    if (!stillAlive()) return;
    ask(request).catch(() => report.forget());
  }

  function onLook(seen: Look): void {
    if (!stillAlive()) return;
    host.attach();
    const next = codes.withCodes(seen);
    if (next === view.look) {
      // The messages are unchanged, but a mark may be covered, or a head due to be sent.
      judge.recheckHeads();
      if (next.messages.length > 0) {
        marks.lookForCovers();
        details.loaded?.rearrange();
      } else refresh.now();
      return;
    }
    view.look = next;
    checker.request(next.links);
    refresh.now();
  }

  function show(): void {
    if (!stillAlive()) return;
    const { look } = view;
    const links = look.links.filter((link) => answerFor(link) !== OWN_ANSWER);
    const shown = { ...look, links };
    judge.judgeSoon(shown);
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
    report.update({ source: view.source, look: shown, ...findings, notes: notesOf(look) });
  }

  function notesOf({ messages }: Look): readonly FrameNote[] {
    const { source } = view;
    return messages.every(({ isFramed }) => isFramed) && source !== null && report.lacksMessage(source)
      ? ['no-message-found']
      : [];
  }

  function onLanguage(): void {
    details.loaded?.closeCard();
    marks.redraw();
    refresh.now();
  }

  host.attach();
  // Before the first scan: if that throws, clicks are guarded all the same.
  guard.listen();
  platform.onMessage(onMessage, signal);
  void settings.load();
  const scanner = scanLinks({
    source: view.currentSource,
    senderOf: view.senderOf,
    onLook,
    onNewDocument: () => renew(),
    onShadow: (shadow) => guard.listenIn(shadow),
    signal,
  });
  const renew = listenToPage({
    ...listeners,
    host,
    events,
    marks,
    guard,
    scanner,
    stillAlive,
    onRestored() {
      // After the back-forward cache no scan sees a change. But `leave` was reported, so report again; lists and rules
      // may have changed.
      report.restart();
      refresh.now();
      void onMessage({ type: 'recheck' });
    },
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
