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

/** The parts that the page's events are passed to. */
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
  /** The page was restored from the back-forward cache. */
  readonly onBack: () => void;
  readonly signal: AbortSignal;
}

/** @returns a function that adds all listeners, to be called again after `document.open` has removed them */
export function listenToPage(parts: PageEventParts): () => void {
  const { view, host, events, marks, details, questions, guard, codes, report, scanner, signal } = parts;

  /**
   * What a message opens in the top layer, be it by hovering (`interestfor`), must not lie over what is said of it. Of what we
   * open ourselves this never hears (`own-events.ts`): raised for that, we would raise it again for that, without end.
   */
  const raise = (event: Event): void => {
    if (!(event instanceof ToggleEvent) || event.newState !== 'open') return;
    details.loaded?.raiseQuestion();
    if (view.source === null || messageInPath(event.composedPath(), view.source) === null) return;
    marks.raise();
    details.loaded?.raise();
  };
  const pictureCame = (event: Event): void => {
    const [target] = event.composedPath();
    if (!(target instanceof Element)) return;
    marks.onLoaded(target);
    if (view.look.messages.length === 0) return;
    codes.pictureLoaded();
    scanner.lookSoon();
  };
  const leave = (): void => {
    questions.close();
    report.leave();
  };
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) parts.onBack();
    scanner.lookSoon();
  };
  const coverSoon = (): void => {
    marks.lookForCovers();
    details.loaded?.lookAround();
  };

  return () => {
    if (signal.aborted) return;
    host.attach();
    guard.listen();
    events.listen();
    // Adding the same listener twice does nothing.
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
      addEventListener(type, parts.stillAlive, { signal, capture: true, passive: true });
    }
    scanner.lookSoon();
  };
}
