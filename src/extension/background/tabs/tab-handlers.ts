import { tabAt } from '../../platform/active-tab.ts';
import type { ContentCaller, FrameHandlersOf, PageHandlersOf } from '../../platform/message-bus.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import type { TAB_REQUESTS, TabReport } from '../../protocol/tab-messages.ts';
import type { OpenMessages } from '../links/open-messages.ts';
import type { SenderMemory } from '../links/sender-memory.ts';
import type { PausedSites } from '../reader/paused-sites.ts';
import type { FallbackSites } from './fallback-sites.ts';
import type { ToolbarButtons } from './toolbar-buttons.ts';

export function frameTabHandlers(
  signs: ToolbarButtons,
  {
    messages,
    senders,
    once,
  }: {
    readonly messages: OpenMessages;
    readonly senders: SenderMemory;
    readonly once: { readonly onFrameOver: (tabId: number, frameId: number) => Promise<void> };
  },
  noteShown: (caller: ContentCaller) => Promise<void>,
): FrameHandlersOf<typeof TAB_REQUESTS> {
  return {
    'report-frame': async (request, caller) => {
      const { tabId, frameId } = caller;
      // Frames that end report an empty adapter.
      const isOver = request.isNewDocument || request.adapter === '';
      if (isOver) messages.forgetDocument(tabId, frameId, request);
      // All three begin before any `await`: the next report may come before this one is stored.
      await Promise.all([
        signs.report(tabId, frameId, request),
        isOver ? senders.forgetDocument(tabId, frameId, request) : undefined,
        isOver ? once.onFrameOver(tabId, frameId) : undefined,
      ]);
      await noteShown(caller);
      return null;
    },
  };
}

export function pageTabHandlers({
  report,
  missed,
  paused,
  fallback,
  showLink,
  onSites,
}: {
  readonly report: (tabId: number) => Promise<TabReport>;
  readonly missed: (tabId: number) => Promise<readonly string[]>;
  readonly paused: PausedSites;
  readonly fallback: FallbackSites;
  readonly showLink: (tabId: number, href: string) => Promise<Outcome>;
  readonly onSites: () => Promise<void>;
}): PageHandlersOf<typeof TAB_REQUESTS> {
  return {
    'get-tab': ({ tabId }) => report(tabId),
    'get-missed': async ({ tabId }) => ({ hosts: await missed(tabId) }),
    'set-paused': async ({ tabId, isPaused }) => {
      const tab = await tabAt(tabId);
      return { outcome: tab === null ? 'gone' : await paused.set(tab, isPaused) };
    },
    'show-link': async ({ tabId, href }) => ({ outcome: await showLink(tabId, href) }),
    'list-pauses': async () => {
      const origins = await paused.list();
      return origins.ok ? { origins: origins.value } : { refused: 'not-stored' };
    },
    'end-pause': async ({ origin }) => ({
      outcome: await paused.set({ url: origin, isPrivate: false }, false),
    }),
    'list-fallback-sites': async () => ({ sites: await fallback.list() }),
    'sites-changed': async () => {
      await onSites();
      return null;
    },
  };
}
