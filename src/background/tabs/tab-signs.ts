import { broadcast } from '../../platform/message-bus.ts';
import { readSession, writeSession } from '../../platform/session-storage.ts';
import { showToolbarButton } from '../../platform/toolbar-button.ts';
import type { Texts } from '../../platform/texts.ts';
import type { ReportFrame } from '../../protocol/tab-messages.ts';
import { badgeOf, generalBadge } from './badge.ts';
import type { FrameMemories } from '../links/frame-memory.ts';
import { protectionOf } from '../../core/verdict/protection.ts';
import { channelStatuses, type StatusOptions } from '../lists/status.ts';
import { sumOfFrames } from './tab-reports.ts';

export interface TabSignsOptions {
  readonly frames: FrameMemories;
  readonly texts: () => Promise<Texts>;
  readonly status: StatusOptions;
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
  /** The last report of each tab that is still being taken in. */
  readonly #reports = new Map<number, Promise<void>>();

  constructor(options: TabSignsOptions) {
    this.#options = options;
  }

  /** Those of a tab one after the other: a new document takes longer to take in than what it shows a moment later. */
  async report(tabId: number, frameId: number, report: ReportFrame): Promise<void> {
    const taken = (this.#reports.get(tabId) ?? Promise.resolve()).then(() =>
      this.#takeReport(tabId, frameId, report),
    );
    const over = taken.catch(() => undefined);
    this.#reports.set(tabId, over);
    try {
      await taken;
    } finally {
      if (this.#reports.get(tabId) === over) this.#reports.delete(tabId);
    }
  }

  async #takeReport(tabId: number, frameId: number, report: ReportFrame): Promise<void> {
    const { frames, askAgain } = this.#options;
    // Frames of the page before may not have said that they went: Firefox loses such messages. Frames of the new one
    // that were quicker than their page say again what they show.
    const isNewPage = frameId === 0 && report.isNewDocument;
    const hadFrames = isNewPage && (await frames.beginDocument(tabId));
    await frames.rememberReport(tabId, frameId, report);
    await this.#options.onShown(tabId, isNewPage);
    if (hadFrames) askAgain(tabId);
    await this.refresh(tabId);
    broadcast('tab');
  }

  async refresh(tabId: number): Promise<void> {
    const { frames, texts, status } = this.#options;
    const [reports, loaded, statuses, isPaused, hasFindings] = await Promise.all([
      frames.reports(tabId),
      texts(),
      channelStatuses(status),
      this.#options.isPaused(tabId),
      this.#options.hasFindings(),
    ]);
    const sum = sumOfFrames(reports.map(({ report }) => report));
    await showToolbarButton(
      tabId,
      badgeOf({ ...sum, isPaused, hasFindings }, protectionOf(statuses), loaded),
    );
  }

  /** After a list came, went or grew old, or a look-back found something. */
  async refreshAll(): Promise<void> {
    const { frames, hasFindings, texts } = this.#options;
    for (const tabId of await frames.tabs()) await this.refresh(tabId);
    await showToolbarButton(null, generalBadge(await hasFindings(), await texts()));
  }

  /** @returns true the first time since the browser, or the extension in it, was started */
  async markSessionStarted(): Promise<boolean> {
    const isStarted = (await readSession('started')) === true;
    if (!isStarted) await writeSession('started', true);
    return !isStarted;
  }
}
