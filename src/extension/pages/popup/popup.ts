import { activeTab, openOptions, openOptionsAt } from '../../platform/active-tab.ts';
import { openCheckMessage, openWelcome } from '../../platform/installation.ts';
import { ask, onBroadcast } from '../../platform/message-bus.ts';
import { shownCodes } from '../../platform/shown-codes.ts';
import { requestWebmail, isWatched, siteHost, sitePattern } from '../../platform/site-access.ts';
import { webmailAt } from '../../protocol/webmail-hosts.ts';
import { run } from '../background-answers.ts';
import { pageStart } from '../page-start.tsx';
import { startPopup, type SiteAccess } from './start-popup.ts';

const [{ texts }, tab] = await Promise.all([pageStart(), activeTab()]);
document.title = texts.text('extension_name');
// If the popup page is opened as a tab, its URL names the tab to report on.
const named = Number(new URLSearchParams(location.search).get('tab') ?? Number.NaN);

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

function siteOf(url: string | null, tabId: number): SiteAccess | null {
  const pattern = url === null ? null : sitePattern(url);
  if (url === null || pattern === null) return null;
  // For a known webmail, `matches` includes its frames on other hosts.
  const webmail = webmailAt(url);
  const wanted = { patterns: webmail?.matches ?? [pattern], tabId };
  return {
    host: siteHost(pattern),
    webmail,
    isHeld: () => isWatched(wanted.patterns),
    ask: () => requestWebmail(wanted),
    watch: async () => {
      await ask({ type: 'sites-changed' });
    },
  };
}

startPopup({
  root: document.body,
  background: { ask, onBroadcast },
  texts,
  now: () => Math.floor(Date.now() / 1000),
  tabId: Number.isInteger(named) ? named : (tab?.id ?? null),
  site: tab === null ? null : siteOf(tab.url, tab.id),
  shownCodes,
  copy,
  openOptions: () =>
    run(async () => {
      await openOptions();
      window.close();
    }),
  onShown: () => window.close(),
  openSelfTest: () =>
    run(async () => {
      await openOptionsAt('self-test');
      window.close();
    }),
  openCheckMessage: () =>
    run(async () => {
      await openCheckMessage();
      window.close();
    }),
  openWelcome: () =>
    run(async () => {
      await openWelcome();
      window.close();
    }),
});
