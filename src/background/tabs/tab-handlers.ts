import { tabAt } from '../../platform/active-tab.ts';
import type { ContentHandlers, PageHandlers } from '../../platform/message-bus.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import type { FrameTabRequest, PageTabRequest, TabReport } from '../../protocol/tab-messages.ts';
import type { PausedSites } from '../reader/paused-sites.ts';
import type { TabSigns } from './tab-signs.ts';

export function frameTabHandlers(signs: TabSigns): Pick<ContentHandlers, FrameTabRequest['type']> {
  return {
    'report-frame': async (request, { tabId, frameId }) => {
      await signs.report(tabId, frameId, request);
      return null;
    },
  };
}

export function pageTabHandlers({
  report,
  paused,
  showLink,
  onSites,
}: {
  readonly report: (tabId: number) => Promise<TabReport>;
  readonly paused: PausedSites;
  readonly showLink: (tabId: number, href: string) => Promise<Outcome>;
  readonly onSites: () => Promise<void>;
}): Pick<PageHandlers, PageTabRequest['type']> {
  return {
    'get-tab': ({ tabId }) => report(tabId),
    'set-paused': async ({ tabId, isPaused }) => {
      const tab = await tabAt(tabId);
      return { outcome: tab === null ? 'gone' : await paused.set(tab, isPaused) };
    },
    'show-link': async ({ tabId, href }) => ({ outcome: await showLink(tabId, href) }),
    'list-pauses': async () => ({ origins: await paused.list() }),
    'end-pause': async ({ origin }) => ({
      outcome: await paused.set({ url: origin, isPrivate: false }, false),
    }),
    'sites-changed': async () => {
      await onSites();
      return null;
    },
  };
}
