import { listenOn } from '../dom/unclobbered.ts';
import type { ClickGuard } from '../guard/click-guard.ts';
import type { Questions } from '../guard/questions.ts';
import type { MessageCodes } from '../codes/message-codes.ts';
import type { LinkScanner } from '../links/link-scanner.ts';
import type { LinkMarks } from '../marks/link-marks.ts';
import type { MarkHost } from '../marks/mark-host.ts';
import type { OwnEvents } from '../marks/own-events.ts';
import { messageInPath } from '../messages/open-messages.ts';
import type { FrameReport } from './frame-report.ts';
import type { FrameView } from './frame-view.ts';
import type { DetailsLoader } from './load-details.ts';

export interface PageEventParts {
  readonly view: FrameView;
  readonly host: MarkHost;
  readonly events: OwnEvents;
  readonly marks: LinkMarks;
  readonly details: DetailsLoader;
  readonly questions: Questions;
  readonly guard: ClickGuard;
  readonly codes: MessageCodes;
  readonly report: FrameReport;
  readonly scanner: LinkScanner;
  readonly stillAlive: () => boolean;
  /** Restored from the back-forward cache. */
  readonly onRestored: () => void;
  readonly signal: AbortSignal;
}

/** @returns a function that adds the listeners; call it again after `document.open`, which removes them */
export function listenToPage(parts: PageEventParts): () => void {
  const { view, host, events, marks, details, questions, guard, codes, report, scanner, signal } = parts;

  /**
   * Keeps our overlays above what a message opens in the top layer, even by hovering (`interestfor`). `own-events.ts`
   * hides our own toggles, which would repeat this endlessly.
   */
  const raise = (event: Event): void => {
    if (!(event instanceof ToggleEvent) || event.newState !== 'open') return;
    details.loaded?.raiseQuestion();
    if (view.source === null || messageInPath(event.composedPath(), view.source) === null) return;
    marks.raise();
    details.loaded?.raise();
  };
  const onPictureSettled = (event: Event): void => {
    const [target] = event.composedPath();
    if (!(target instanceof Element)) return;
    marks.onLoaded(target);
    if (view.look.messages.length === 0) return;
    codes.onPictureLoaded();
    scanner.scanSoon();
  };
  const onPageHide = (): void => {
    questions.close();
    report.leave();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) parts.onRestored();
    scanner.scanSoon();
  };
  const coverSoon = (): void => {
    marks.lookForCovers();
    details.loaded?.rearrange();
  };

  return () => {
    if (signal.aborted) return;
    host.attach();
    guard.listen();
    events.listen();
    addEventListener('readystatechange', scanner.scanSoon, { signal, capture: true });
    addEventListener('pageshow', onPageShow, { signal });
    addEventListener('pagehide', onPageHide, { signal });
    // Webmails' menus open without an event of their own, but after one of these.
    for (const type of ['click', 'keyup', 'scrollend', 'resize', 'transitionend'] as const) {
      addEventListener(type, coverSoon, { signal, capture: true, passive: true });
    }
    for (const type of ['load', 'error'] as const) {
      // The window does not get these events.
      listenOn(document, type, onPictureSettled, { signal, capture: true, passive: true });
    }
    addEventListener('toggle', raise, { signal, capture: true, passive: true });
    // Browsers do not report a disabled extension, but readers return to the page with one of these.
    for (const type of ['visibilitychange', 'focus', 'pointerover'] as const) {
      addEventListener(type, parts.stillAlive, { signal, capture: true, passive: true });
    }
    scanner.scanSoon();
  };
}
