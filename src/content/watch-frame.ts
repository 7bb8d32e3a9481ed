import type { ask, onTold } from '../platform/message-bus.ts';
import type { LinkVerdict, ReportFrame, ToContent } from '../protocol/messages.ts';
import type { ContentTexts } from './content-texts.ts';
import { findSource, surroundingFrame } from './find-source.ts';
import { LinkChecker } from './link-checker.ts';
import { tagOf } from './link-destination.ts';
import { LinkMarks, type MarkedLink } from './link-marks.ts';
import { scanLinks, type Look } from './link-scanner.ts';
import { linkTextOf } from './link-text.ts';
import { MarkHost } from './mark-host.ts';
import { headOf } from './message-head.ts';
import type { MessageSource } from './open-messages.ts';
import { isParsed, textOf } from './unclobbered.ts';
import { verdictSentence } from './verdict-sentences.ts';

/** What a frame needs of the extension; tests bring their own. */
export interface Platform {
  readonly ask: typeof ask;
  readonly onTold: typeof onTold;
  readonly texts: ContentTexts;
  readonly isAlive: () => boolean;
}

export interface FrameWatcher {
  /** The script was injected again: the document may have been written anew, and its listeners with it. */
  readonly renew: () => void;
}

/** Watches this document until the extension is updated or removed. */
export function watchFrame({ ask, onTold, texts, isAlive }: Platform): FrameWatcher {
  const abort = new AbortController();
  const { signal } = abort;
  let source: MessageSource | null = null;
  let look: Look = { messages: [], links: [] };
  let lastReport = '';

  const host = new MarkHost({
    isAlive,
    onRetire: () => abort.abort(),
    onReattach: () => marks.redraw(),
    signal,
  });
  const marks = new LinkMarks({
    root: host.root,
    describe: ({ answer }) => verdictSentence(answer, texts),
    signal,
  });
  const checker = new LinkChecker({
    checkLinks: ask,
    headOf: ({ message }) =>
      source === null
        ? null
        : headOf(message, source.adapter, surroundingFrame(source), textOf(message.body)),
    textOf: linkTextOf,
    tagOf,
    onVerdicts: refresh,
    signal,
  });

  function currentSource(): MessageSource | null {
    if (source === null || source.adapter.name === 'generic') {
      source = findSource(isParsed()) ?? source;
    }
    return source;
  }

  function onLook(next: Look): void {
    if (!isAlive()) {
      abort.abort();
      return;
    }
    look = next;
    host.attach();
    checker.want(look.links);
    refresh();
  }

  function refresh(): void {
    if (signal.aborted) return;
    const marked: MarkedLink[] = [];
    for (const link of look.links) {
      const answer = checker.answerFor(link);
      const level = answer === undefined ? null : levelOf(answer);
      if (answer !== undefined && level !== null) marked.push({ link, level, answer });
    }
    marks.update(marked);
    report(marked);
  }

  function report(marked: readonly MarkedLink[], always = false): void {
    const flagged = marked.filter(({ level }) => level !== 'unchecked');
    const request: ReportFrame = {
      type: 'report-frame',
      adapter: source?.adapter.name ?? '',
      messages: look.messages.length,
      links: look.links.length,
      flagged: {
        danger: flagged.filter(({ level }) => level === 'danger').length,
        caution: flagged.filter(({ level }) => level === 'caution').length,
      },
      unchecked: marked.length - flagged.length,
      shown: flagged.slice(0, 50).map(({ link }) => ({ href: link.href, text: linkTextOf(link.element) })),
      notes: [],
    };
    const text = JSON.stringify(request);
    if (text === lastReport && !always) return;
    lastReport = text;
    ask(request).catch(() => {
      // Nobody counts just now; the next change tells again.
      lastReport = '';
    });
  }

  function told(message: ToContent): void {
    switch (message.type) {
      case 'recheck':
        checker.recheck();
        checker.want(look.links);
        break;
      case 'report':
        lastReport = '';
        refresh();
        break;
      case 'rule-added':
      case 'rule-refused':
        break;
    }
  }

  host.attach();
  onTold(told, signal);
  const scanner = scanLinks({ source: currentSource, onLook, signal });

  function renew(): void {
    // Adding the same listener twice does nothing, and `document.open` has removed them all.
    addEventListener('readystatechange', scanner.lookSoon, { signal, capture: true });
    addEventListener('pageshow', scanner.lookSoon, { signal });
    scanner.lookSoon();
  }
  renew();
  return { renew };
}

/** How a link is marked; null: not at all. Nothing positive is ever drawn. */
function levelOf({ verdict }: LinkVerdict): MarkedLink['level'] | null {
  switch (verdict.kind) {
    case 'flagged':
      return verdict.level;
    case 'unchecked':
      return 'unchecked';
    case 'clear':
    case 'allowed':
      return null;
  }
}
