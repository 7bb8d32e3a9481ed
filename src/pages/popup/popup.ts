import { activeTab, openOptions } from '../../platform/active-tab.ts';
import { loadTexts } from '../../platform/load-texts.ts';
import { ask, onBroadcast } from '../../platform/message-bus.ts';
import { askForSite, maySee, siteHost, sitePattern, watchSite } from '../../platform/site-access.ts';
import { answered, run } from '../answered.ts';
import { startPopup, type SiteAccess } from './start-popup.ts';

const [preferences, tab] = await Promise.all([answered(ask({ type: 'get-preferences' })), activeTab()]);
const texts = await loadTexts(preferences?.language ?? null);
document.documentElement.lang = texts.tag;
document.title = texts.text('extension_name');
// A popup shown in a tab of its own is about the tab in its address.
const named = Number(new URLSearchParams(location.search).get('tab') ?? Number.NaN);

function siteOf(url: string | null, tabId: number): SiteAccess | null {
  const pattern = url === null ? null : sitePattern(url);
  if (pattern === null) return null;
  return {
    host: siteHost(pattern),
    isHeld: () => maySee(pattern),
    ask: () => askForSite(pattern),
    watch: () => watchSite(pattern, tabId),
  };
}

startPopup({
  root: document.body,
  background: { ask, onBroadcast },
  texts,
  now: () => Math.floor(Date.now() / 1000),
  tabId: Number.isInteger(named) ? named : (tab?.id ?? null),
  site: tab === null ? null : siteOf(tab.url, tab.id),
  openOptions: () =>
    run(async () => {
      await openOptions();
      window.close();
    }),
});
