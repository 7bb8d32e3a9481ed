import { broadcast } from '../../platform/message-bus.ts';
import { readSession, writeSession } from '../../platform/session-storage.ts';
import { showToolbarButton } from '../../platform/toolbar-button.ts';
import type { Texts } from '../../platform/texts/texts.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import type { ReportFrame } from '../../protocol/tab-messages.ts';
import { badgeOf, generalBadge } from './badge.ts';
import type { FrameMemories } from '../links/frame-memory.ts';
import { protectionOf } from '../../../core/verdict/protection.ts';
import { sumOfFrames } from './tab-reports.ts';

export interface TabSignsOptions {
  readonly frames: FrameMemories;
  readonly texts: () => Promise<Texts>;
  readonly statuses: () => Promise<readonly ChannelStatus[]>;
  /** Whether looking back has found something that the reader has not read. */
  readonly hasFindings: () => Promise<boolean>;
  readonly isPaused: (tabId: number) => Promise<boolean>;
  /** A frame has said what it shows. @param isNewPage - what was shown in the tab before is gone */
  readonly onShown: (tabId: number, isNewPage: boolean) => Promise<void>;
  /** Asks all frames of the tab to report and to check again. */
  readonly askAgain: (tabId: number) => void;
}

/** Keeps the toolbar button of each tab in step with what its frames report and how old the lists are. */
export class TabSigns {
  readonly #options: TabSignsOptions;
  /** Of each tab whose reports are still being remembered: when the last of them is. */
  readonly #reports = new Map<number, Promise<boolean>>();
  /** Tabs whose button is being drawn, and whether what it shows has changed since. */
  readonly #drawings = new Map<number, { isOutdated: boolean; readonly over: Promise<void> }>();

  constructor(options: TabSignsOptions) {
    this.#options = options;
  }

  async report(tabId: number, frameId: number, report: ReportFrame): Promise<void> {
    const isNewPage = frameId === 0 && report.isNewDocument;
    const hadFrames = await this.#remember(tabId, frameId, report, isNewPage);
    await this.#options.onShown(tabId, isNewPage);
    // Frames of the new page that were quicker than it say again what they show.
    if (hadFrames) this.#options.askAgain(tabId);
    await this.refresh(tabId);
    broadcast('tab');
  }

  /**
   * Reports of a tab one after the other: a new document takes longer to remember than what it shows a moment later.
   *
   * @returns whether frames of the page before were remembered, and now are not
   */
  async #remember(tabId: number, frameId: number, report: ReportFrame, isNewPage: boolean): Promise<boolean> {
    const { frames } = this.#options;
    const remembered = (this.#reports.get(tabId) ?? Promise.resolve(false)).then(async () => {
      // They may not have said that they went: Firefox loses such messages.
      const hadFrames = isNewPage && (await frames.beginDocument(tabId));
      await frames.rememberReport(tabId, frameId, report);
      return hadFrames;
    });
    const over = remembered.catch(() => false);
    this.#reports.set(tabId, over);
    try {
      return await remembered;
    } finally {
      if (this.#reports.get(tabId) === over) this.#reports.delete(tabId);
    }
  }

  /** Drawn once more where something changes meanwhile: what was read first may be drawn last. */
  async refresh(tabId: number): Promise<void> {
    const current = this.#drawings.get(tabId);
    if (current !== undefined) {
      current.isOutdated = true;
      return current.over;
    }
    const drawing = { isOutdated: true, over: Promise.resolve() };
    drawing.over = (async () => {
      try {
        while (drawing.isOutdated) {
          drawing.isOutdated = false;
          await this.#draw(tabId);
        }
      } finally {
        this.#drawings.delete(tabId);
      }
    })();
    this.#drawings.set(tabId, drawing);
    return drawing.over;
  }

  async #draw(tabId: number): Promise<void> {
    const { frames, texts } = this.#options;
    const [reports, loaded, known, isPaused, hasFindings] = await Promise.all([
      frames.reports(tabId),
      texts(),
      this.#options.statuses(),
      this.#options.isPaused(tabId),
      this.#options.hasFindings(),
    ]);
    const sum = sumOfFrames(reports.map(({ report }) => report));
    await showToolbarButton(tabId, badgeOf({ ...sum, isPaused, hasFindings }, protectionOf(known), loaded));
  }

  /** After a list came, went or grew old, or a look-back found something. */
  async refreshAll(): Promise<void> {
    const { frames, hasFindings, texts } = this.#options;
    for (const tabId of await frames.tabs()) await this.refresh(tabId);
    await showToolbarButton(null, generalBadge(await hasFindings(), await texts()));
  }

  /** Whether tabs that were open before have been seen to, since the browser or the extension in it was started. */
  async isSessionStarted(): Promise<boolean> {
    return (await readSession('started')) === true;
  }

  markSessionStarted(): Promise<void> {
    return writeSession('started', true);
  }
}
