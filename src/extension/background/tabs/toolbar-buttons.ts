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

export interface ToolbarButtonsOptions {
  readonly frames: FrameMemories;
  readonly texts: () => Promise<Texts>;
  readonly statuses: () => Promise<readonly ChannelStatus[]>;
  readonly hasFindings: () => Promise<boolean>;
  readonly isPaused: (tabId: number) => Promise<boolean>;
  /** @param isNewPage - the tab's earlier page is gone */
  readonly onShown: (tabId: number, isNewPage: boolean) => Promise<void>;
  readonly askAgain: (tabId: number) => void;
}

export class ToolbarButtons {
  readonly #options: ToolbarButtonsOptions;
  readonly #reports = new Map<number, Promise<boolean>>();
  readonly #drawings = new Map<number, { isOutdated: boolean; readonly over: Promise<void> }>();

  constructor(options: ToolbarButtonsOptions) {
    this.#options = options;
  }

  async report(tabId: number, frameId: number, report: ReportFrame): Promise<void> {
    const isNewPage = frameId === 0 && report.isNewDocument;
    const hadFrames = await this.#remember(tabId, frameId, report, isNewPage);
    await this.#options.onShown(tabId, isNewPage);
    // Reports of the new page's faster frames were forgotten too, so all report again.
    if (hadFrames) this.#options.askAgain(tabId);
    await this.refresh(tabId);
    broadcast('tab');
  }

  /**
   * Serialized: a new document takes longer to store than the report that follows.
   *
   * @returns whether frames of the earlier page were forgotten
   */
  async #remember(tabId: number, frameId: number, report: ReportFrame, isNewPage: boolean): Promise<boolean> {
    const { frames } = this.#options;
    const remembered = (this.#reports.get(tabId) ?? Promise.resolve(false)).then(async () => {
      // Firefox may lose the earlier page's last reports, so forget its frames here.
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

  /** Draws again if called while drawing: otherwise an old read might be drawn last. */
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

  async refreshAll(): Promise<void> {
    const { frames, hasFindings, texts } = this.#options;
    for (const tabId of await frames.tabs()) await this.refresh(tabId);
    await showToolbarButton(null, generalBadge(await hasFindings(), await texts()));
  }

  /** Whether the script was already started in open tabs in this session. */
  async isSessionStarted(): Promise<boolean> {
    return (await readSession('started')) === true;
  }

  markSessionStarted(): Promise<void> {
    return writeSession('started', true);
  }
}
