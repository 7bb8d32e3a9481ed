import { openInBrowser } from '../platform/displayed-message.ts';
import { IS_MAIL_PROGRAM } from '../platform/mail-program.ts';
import { answer } from '../platform/answer.ts';
import { confirmInFrame, tell } from '../platform/message-bus.ts';
import { CodeReader } from '../platform/code-reader.ts';
import { frameCodeHandlers, pageCodeHandlers } from './codes/code-handlers.ts';
import type { FrameMemories } from './links/frame-memory.ts';
import { linkHandlers } from './links/link-handlers.ts';
import { frameLookBackHandlers, pageLookBackHandlers } from './links/look-back-handlers.ts';
import { mailHandlers } from './links/mail-handlers.ts';
import { frameMessageHandlers, pageMessageHandlers } from './links/message-handlers.ts';
import { QuietAnswers } from './links/quiet-answers.ts';
import { frameRuleHandlers, pageRuleHandlers } from './links/rule-handlers.ts';
import { channelHandlers } from './lists/channel-handlers.ts';
import { deviceListHandlers } from './lists/device-lists/device-list-handlers.ts';
import { presetHandlers } from './lists/device-lists/preset-handlers.ts';
import type { Links } from './make-links.ts';
import type { Lists } from './make-lists.ts';
import type { Reader } from './make-reader.ts';
import type { Sites } from './make-sites.ts';
import type { Tabs } from './make-tabs.ts';
import { nowSeconds } from './realm/now-seconds.ts';
import { backupHandlers } from './reader/backup-handlers.ts';
import { withChangeLimits } from './reader/change-limits.ts';
import { frameTexts } from './reader/frame-texts.ts';
import { policyHandlers } from './reader/policy-handlers.ts';
import { withPolicyLocks } from './reader/policy-locks.ts';
import { framePreferenceHandlers, pagePreferenceHandlers } from './reader/preference-handlers.ts';
import { detailsHandlers } from './tabs/details-handlers.ts';
import { firstAidHandlers } from './tabs/first-aid-handlers.ts';
import { frameQuestionHandlers, pageQuestionHandlers } from './tabs/question-handlers.ts';
import { frameTabHandlers, pageTabHandlers } from './tabs/tab-handlers.ts';
import { retryInTab } from './tabs/content-injection.ts';
import { missedHosts, sumOfFrames, tabReport } from './tabs/tab-reports.ts';

export interface Rooms {
  readonly frames: FrameMemories;
  readonly reader: Reader;
  readonly sites: Sites;
  readonly lists: Lists;
  readonly links: Links;
  readonly tabs: Tabs;
}

export function answerRequests(rooms: Rooms): void {
  answer({ content: frameHandlers(rooms), page: pageHandlers(rooms) });
}

function frameHandlers({ frames, reader, sites, links, tabs }: Rooms) {
  const { corrections, limits, preferences, texts } = reader;
  const { messages, senders, expiry, heads } = links;
  const isPaused = reader.paused.hasCaller.bind(reader.paused);
  return withChangeLimits(
    {
      ...linkHandlers({
        links: links.service,
        isPaused,
        watchers: links.watchers,
        quiet: new QuietAnswers(nowSeconds, expiry),
        expiry,
        withHead: heads?.addToLinks,
      }),
      ...frameMessageHandlers({
        service: links.messageService,
        senders,
        onHead: links.once.onHead,
        frames,
        corrections,
        isPaused,
        mayTrust: async () => (await reader.trust()).canAdd,
        withHead: heads?.addToFacts,
      }),
      ...frameCodeHandlers({ codes: new CodeReader(), isPaused, now: nowSeconds }),
      ...frameLookBackHandlers({ lookBack: links.lookBack, isPaused }),
      ...frameRuleHandlers(links.trust),
      ...frameTabHandlers(tabs.signs, { messages, senders, once: links.once }, async (caller) => {
        const reports = await frames.reports(caller.tabId);
        await sites.fallback.note(caller, sumOfFrames(reports.map(({ report }) => report)));
      }),
      ...detailsHandlers(),
      ...frameQuestionHandlers(
        { tell: tabs.agreed.tell, confirmInFrame },
        tabs.questionWindows,
        IS_MAIL_PROGRAM ? OUTSIDE : tabs.agreed,
      ),
      ...firstAidHandlers(),
      ...framePreferenceHandlers({
        preferences,
        frameTexts: (known) => frameTexts(known, () => texts.get()),
      }),
    },
    limits,
  );
}

/** Opens without asking: mail programs run no scripts of messages, so only the reader can have opened the link. */
const OUTSIDE = {
  async open({ href }: { readonly href: string }): Promise<void> {
    if (/^https?:/i.test(href)) await openInBrowser(href);
  },
};

function pageHandlers({ frames, reader, sites, lists, links, tabs }: Rooms) {
  const { corrections, correspondents, paused } = reader;
  const { channelList, sectionsOff, removals, updates, deviceLists, statuses, isFileDamaged } = lists;
  const { messages, service } = links;
  return withPolicyLocks(
    {
      ...pageMessageHandlers({ corrections, correspondents }),
      ...pageCodeHandlers(service),
      ...mailHandlers(links.mail, async () => (await reader.trust()).canAdd),
      ...channelHandlers({ channelList, sectionsOff, removals, updates, statuses, isFileDamaged }),
      ...deviceListHandlers(deviceLists),
      ...presetHandlers(lists.presets, reader.isManaged, () => reader.isLocked('lists')),
      ...pageRuleHandlers({ trust: links.trust, rules: reader.rules }),
      ...pageTabHandlers({
        report: (tabId) =>
          deviceLists.verdictPriority.during(async () => {
            // After a restart of the realm, frames must send their messages' facts again.
            if (!messages.knowsTab(tabId) && (await frames.tabs()).includes(tabId))
              tell({ type: 'recheck' }, tabId);
            return tabReport(tabId, frames, service, messages, corrections, {
              isPaused: await paused.hasTab(tabId),
              refusedChanges: await reader.limits.refused(tabId),
              isUnreached: await retryInTab(tabId),
            });
          }),
        missed: (tabId) => missedHosts(tabId, frames, service, messages),
        paused,
        fallback: sites.fallback,
        showLink: (tabId, href) => tabs.jumps.show(tabId, href),
        onSites: tabs.onSites,
      }),
      ...pagePreferenceHandlers(reader.preferences),
      ...pageLookBackHandlers(links.lookBack, links.seenListings),
      ...reader.statistics.handlers(),
      ...backupHandlers(reader.backup),
      ...policyHandlers(() => reader.policy.get()),
      ...pageQuestionHandlers(tabs.questionWindows),
    },
    reader.isLocked,
  );
}
