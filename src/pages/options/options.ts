import { loadTexts } from '../../platform/load-texts.ts';
import { ask, onBroadcast } from '../../platform/message-bus.ts';
import {
  addedSites,
  askForSite,
  giveSiteBack,
  removeSite,
  siteHost,
  sitePattern,
} from '../../platform/site-access.ts';
import { answered } from '../answered.ts';
import { startOptions } from './start-options.ts';

const preferences = await answered(ask({ type: 'get-preferences' }));
const texts = await loadTexts(preferences?.language ?? null);
document.documentElement.lang = texts.tag;
document.title = texts.text('options_title');
await startOptions({
  root: document.body,
  background: { ask, onBroadcast },
  texts,
  sites: {
    added: async () => (await addedSites()).map((pattern) => ({ pattern, host: siteHost(pattern) })),
    remove: removeSite,
  },
  access: {
    ask: (url) => {
      const pattern = sitePattern(url);
      // What is refused anyway, with its reason, is not asked for.
      return pattern === null || !url.startsWith('https:') ? null : askForSite(pattern);
    },
    giveBack: async (url) => {
      const pattern = sitePattern(url);
      if (pattern !== null) await giveSiteBack(pattern);
    },
  },
  now: () => Math.floor(Date.now() / 1000),
  onLanguage: () => location.reload(),
});
// The sections were not there yet when the browser looked for the one in the address.
if (location.hash !== '') {
  document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
}
