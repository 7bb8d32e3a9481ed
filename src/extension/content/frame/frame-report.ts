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
  /** Looks at the page again after so many milliseconds, changed or not. */
  readonly lookAgainAfter: (milliseconds: number) => void;
}

export interface FrameState {
  readonly source: MessageSource | null;
  readonly look: Look;
  readonly marked: readonly MarkedLink[];
  /** Links of messages for which an answer has come, whatever it says. */
  readonly answeredCount: number;
  readonly uncheckedCount: number;
  readonly uncheckedBecause: ReportFrame['uncheckedBecause'];
  readonly elsewhereCount: number;
  readonly notes: readonly FrameNote[];
}

/** A webmail may take this long to draw a message that its address promises. Milliseconds. */
const DRAWING_MS = 4_000;

/** Tells the background what this frame shows, when that changes. */
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
      // What is in no message has a key as well.
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

  /** The next update is sent also if nothing has changed. */
  forget(): void {
    this.#last = '';
  }

  /** The page came back from the back-forward cache: leaving was told, or should have been. */
  comeBack(): void {
    this.#last = '';
    this.#isNewDocument = true;
    this.#isAway = false;
  }

  /** The page goes away, perhaps only into the back-forward cache. */
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
    // Firefox hands messages also to pages in its back-forward cache, and what they would answer is of the past.
    this.#isAway = true;
  };

  /** Whether a message should be here by what the page says of itself, and has not come in good time. */
  lacksMessage({ adapter }: MessageSource): boolean {
    const { messageFrame, opened } = adapter;
    // Then it is in that frame, which tells of it itself.
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
      this.#options.lookAgainAfter(DRAWING_MS + 100);
    }
    return performance.now() - this.#lacking.since > DRAWING_MS;
  }

  #send(request: ReportFrame): void {
    if (this.#isAway) return;
    const text = JSON.stringify({ ...request, isNewDocument: false });
    if (text === this.#last) return;
    // Webmails have dozens of empty frames, of which nothing needs to be said.
    const isEmpty = request.messageKeys.length + request.notes.length === 0;
    if (this.#last === '' && isEmpty && window !== window.top) return;
    this.#last = text;
    this.#isNewDocument = false;
    this.#options.tell(request);
  }
}
