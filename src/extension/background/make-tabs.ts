import { clickDecision } from '../../core/verdict/verdict.ts';
import { openTabBeside } from '../platform/active-tab.ts';
import { confirmInFrame, tell } from '../platform/message-bus.ts';
import { closeTab, isTabThere, openQuestionWindow } from '../platform/question-window.ts';
import { sessionValue } from '../platform/session-storage.ts';
import { builtInSites } from '../platform/site-access.ts';
import type { FrameMemories } from './links/frame-memory.ts';
import type { Links } from './make-links.ts';
import type { Lists } from './make-lists.ts';
import type { Reader } from './make-reader.ts';
import type { Sites } from './make-sites.ts';
import type { Stores } from './make-stores.ts';
import type { ReportChange } from './realm/consequences.ts';
import { ConfirmedLinks } from './tabs/confirmed-links.ts';
import { forgetUnreached, injectIntoOpenTabs } from './tabs/content-injection.ts';
import { makeContextMenu } from './tabs/context-menu.ts';
import { FlaggedJumps } from './tabs/flagged-jumps.ts';
import { QuestionWindows } from './tabs/question-windows.ts';
import { ToolbarButtons } from './tabs/toolbar-buttons.ts';
import { Welcome } from './tabs/welcome.ts';

export interface Tabs {
  readonly signs: ToolbarButtons;
  readonly agreed: ConfirmedLinks;
  readonly questionWindows: QuestionWindows;
  readonly jumps: FlaggedJumps;
  readonly welcome: Welcome;
  readonly renewMenu: () => Promise<void>;
  /** Webmails were added or withdrawn. */
  readonly onSites: () => Promise<void>;
  readonly startInOpenTabs: () => Promise<void>;
  /** @returns whether the tab showed a webmail */
  readonly forget: (tabId: number) => Promise<boolean>;
}

export interface TabsOptions {
  readonly stores: Stores;
  readonly frames: FrameMemories;
  readonly reader: Reader;
  readonly sites: Sites;
  readonly lists: Lists;
  readonly links: Links;
  readonly changed: ReportChange;
}

export function makeTabs({ stores, frames, reader, sites, lists, links, changed }: TabsOptions): Tabs {
  const agreed = new ConfirmedLinks({
    tell,
    open: openTabBeside,
    async opensAtOnce(href, { tabId, frameId }) {
      const judged = await frames.judged(tabId, frameId, href, null);
      if (judged === null) return false;
      const [answer] = await links.service.judge([href], judged.sender, null);
      return answer !== undefined && clickDecision(answer.verdict, await reader.preferences.get()) === 'open';
    },
    admits: (place) => reader.limits.admits('tabs', place),
    now: () => performance.now(),
  });
  return {
    signs: new ToolbarButtons({
      frames,
      texts: () => reader.texts.get(),
      statuses: lists.statuses,
      hasFindings: async () => (await links.lookBack.unseen()).length > 0,
      isPaused: (tabId) => reader.paused.hasTab(tabId),
      onShown: links.once.onShown,
      askAgain: (tabId) => {
        tell({ type: 'report' }, tabId);
        // Frames of the new page may have asked before it announced itself.
        tell({ type: 'recheck' }, tabId);
      },
    }),
    agreed,
    questionWindows: new QuestionWindows({
      tell: agreed.tell,
      confirmInFrame,
      open: openQuestionWindow,
      isThere: isTabThere,
      close: closeTab,
      session: sessionValue('question-window'),
    }),
    jumps: new FlaggedJumps({ frames, tell, session: sessionValue('last-jump') }),
    welcome: new Welcome(stores.values),
    async renewMenu() {
      const added = await sites.added.refresh();
      await makeContextMenu(
        [...builtInSites(), ...added],
        await reader.texts.get(),
        !(await reader.isLocked('pause')),
      );
    },
    async onSites() {
      await sites.added.startOnRequestedSites();
      await changed('sites');
    },
    async startInOpenTabs() {
      await injectIntoOpenTabs(await sites.added.refresh());
    },
    async forget(tabId) {
      const [wasWebmail] = await Promise.all([
        frames.forgetTab(tabId),
        links.forgetTab(tabId),
        reader.limits.forgetTab(tabId),
        forgetUnreached(tabId),
      ]);
      return wasWebmail;
    },
  };
}
