import type { HeadFacts } from '../../../src/core/evidence/message-facts.ts';
import type { TabReport } from '../../../src/extension/protocol/tab-messages.ts';
import type { Request } from '../../../src/extension/protocol/requests.ts';
import { eventually, type Page } from './browser.ts';
import { SENDER } from './mails.ts';

declare global {
  interface Window {
    /** What frames tell of those who sent the messages that they show. */
    tabReportHeads: (HeadFacts | null)[];
  }
}

/**
 * What the popup is told of the tab whose address begins so.
 *
 * @param own - a page of the extension, which may ask
 */
export async function tabReport(own: Page, urlStart: string): Promise<TabReport> {
  return own.run(async ({ api, send }, start) => {
    const tab = (await api.tabs.query({})).find(({ url }) => url?.startsWith(start));
    if (tab?.id === undefined) throw new Error(`no tab at ${start}`);
    return send({ type: 'get-tab', tabId: tab.id });
  }, urlStart);
}

/** Waits until the tab's report has all of this, and gives it. */
export async function untilReported(
  own: Page,
  urlStart: string,
  wanted: Partial<TabReport>,
  timeout = 30_000,
): Promise<TabReport> {
  let last: TabReport | null = null;
  try {
    return await eventually(
      JSON.stringify(wanted),
      async () => {
        last = await tabReport(own, urlStart);
        return has(last, wanted) ? last : null;
      },
      timeout,
    );
  } catch (error) {
    throw new Error(`waited for ${JSON.stringify(wanted)}; reported: ${JSON.stringify(last)}`, {
      cause: error,
    });
  }
}

function has(report: TabReport, wanted: Partial<TabReport>): boolean {
  return Object.entries(wanted).every(([name, value]) =>
    Object.entries(report).some(([other, seen]) => other === name && seen === value),
  );
}

/** From now on, a page of the extension hears what frames tell of the messages that they show. */
export async function hearHeads(own: Page): Promise<void> {
  await own.run(({ api }) => {
    const heads: (HeadFacts | null)[] = [];
    window.tabReportHeads = heads;
    api.runtime.onMessage.addListener((message: unknown) => {
      const told = message as Request;
      if (told.type === 'message-facts' && (told.facts.body?.links.length ?? 0) > 0)
        heads.push(told.facts.head);
    });
  });
}

/** Waits until what is told last of a message is that it has this subject, and who sent it by name and address. */
export async function untilHeard(own: Page, subject: string): Promise<void> {
  await eventually(
    `the head of ${subject}`,
    async () => {
      const head = await own.run(() => window.tabReportHeads.at(-1));
      if (head?.subject !== subject || head.name !== SENDER.name || head.address !== SENDER.address)
        throw new Error(JSON.stringify(head));
      return true;
    },
    30_000,
  );
}
