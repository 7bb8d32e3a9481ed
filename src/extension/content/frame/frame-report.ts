import type { ContentRequest } from '../../protocol/requests.ts';
import {
  MAX_SHOWN_LINKS,
  MAX_SHOWN_MESSAGES,
  type FrameNote,
  type ReportFrame,
} from '../../protocol/tab-messages.ts';
import type { MarkedLink } from '../marks/marked-link.ts';
import type { Look } from '../links/found-link.ts';
import { linkTextOf } from '../links/link-text.ts';
import type { MessageSource } from '../messages/open-messages.ts';
import { findAll } from '../dom/unclobbered.ts';

export interface FrameReportOptions {
  readonly tell: (request: ContentRequest) => void;
  readonly scanAfter: (milliseconds: number) => void;
}

export interface FrameState {
  readonly source: MessageSource | null;
  readonly look: Look;
  readonly marked: readonly MarkedLink[];
  readonly answeredCount: number;
  readonly uncheckedCount: number;
  readonly uncheckedBecause: ReportFrame['uncheckedBecause'];
  readonly elsewhereCount: number;
  readonly notes: readonly FrameNote[];
}

/** Time for a webmail to draw the message that its URL names. */
const DRAWING_MS = 4_000;

export class FrameReport {
  readonly #options: FrameReportOptions;
  #last = '';
  #isNewDocument = true;
  #isAway = false;
  #lacking: { readonly address: string; readonly since: number } | null = null;

  constructor(options: FrameReportOptions) {
    this.#options = options;
  }

  update({
    source,
    look,
    marked,
    answeredCount,
    uncheckedCount,
    uncheckedBecause,
    elsewhereCount,
    notes,
  }: FrameState): void {
    const danger = marked.filter(({ level }) => level === 'danger');
    const caution = marked.filter(({ level }) => level === 'caution');
    const request: ReportFrame = {
      type: 'report-frame',
      isNewDocument: this.#isNewDocument,
      adapter: source?.adapter.name ?? '',
      messages: look.messages.filter(({ isFramed }) => !isFramed).length,
      links: answeredCount,
      elsewhere: elsewhereCount,
      flagged: { danger: danger.length, caution: caution.length },
      unchecked: uncheckedCount,
      uncheckedBecause,
      shown: [...danger, ...caution].slice(0, MAX_SHOWN_LINKS).map(({ link }) => ({
        href: link.href,
        text: linkTextOf(link).slice(0, 200),
        messageKey: link.message.key,
      })),
      // Includes links outside messages.
      messageKeys: [
        ...new Set(
          [
            ...look.messages.filter(({ isFramed }) => !isFramed),
            ...look.links.map(({ message }) => message),
          ].map(({ key }) => key),
        ),
      ].slice(0, MAX_SHOWN_MESSAGES),
      notes,
    };
    this.#send(request);
  }

  /** Sends the next update even if unchanged. */
  forget(): void {
    this.#last = '';
  }

  /** Call after a restore from the back-forward cache. */
  restart(): void {
    this.#last = '';
    this.#isNewDocument = true;
    this.#isAway = false;
  }

  readonly leave = (): void => {
    this.#send({
      type: 'report-frame',
      isNewDocument: false,
      adapter: '',
      messages: 0,
      links: 0,
      elsewhere: 0,
      flagged: { danger: 0, caution: 0 },
      unchecked: 0,
      uncheckedBecause: [],
      shown: [],
      messageKeys: [],
      notes: [],
    });
    // Firefox delivers messages to cached pages too, which must not report.
    this.#isAway = true;
  };

  /** Whether a message is open, but none was found in time. */
  lacksMessage({ adapter }: MessageSource): boolean {
    const { messageFrame, opened } = adapter;
    // That frame reports the message.
    if (messageFrame?.element != null && findAll(document, messageFrame.element).length > 0) return false;
    const address = `${location.pathname}${location.search}${location.hash}`;
    const isOpened =
      opened !== undefined &&
      (opened.address?.test(address) === true ||
        (opened.element !== undefined && findAll(document, opened.element).length > 0));
    if (!isOpened) {
      this.#lacking = null;
      return false;
    }
    if (this.#lacking?.address !== address) {
      this.#lacking = { address, since: performance.now() };
      this.#options.scanAfter(DRAWING_MS + 100);
    }
    return performance.now() - this.#lacking.since > DRAWING_MS;
  }

  #send(request: ReportFrame): void {
    if (this.#isAway) return;
    const text = JSON.stringify({ ...request, isNewDocument: false });
    if (text === this.#last) return;
    // Webmails have dozens of empty frames, which need no report.
    const isEmpty = request.messageKeys.length + request.notes.length === 0;
    if (this.#last === '' && isEmpty && window !== window.top) return;
    this.#last = text;
    this.#isNewDocument = false;
    this.#options.tell(request);
  }
}
