import { openOptions, openTab } from '../../platform/active-tab.ts';
import { ask, onBroadcast } from '../../platform/message-bus.ts';
import { requestSites, hasPermission, sitePattern, watchSites } from '../../platform/site-access.ts';
import { isOnToolbar } from '../../platform/toolbar-pin.ts';
import { OPTIONAL_WEBMAILS, REQUIRED_WEBMAILS, type Webmail } from '../../protocol/webmail-hosts.ts';
import { answerOrNull, run } from '../background-answers.ts';
import { pageStart } from '../page-start.tsx';
import { startWelcome } from './start-welcome.ts';

const { texts } = await pageStart();
document.title = texts.text('welcome_title');

await startWelcome({
  root: document.body,
  background: { ask, onBroadcast },
  texts,
  now: () => Math.floor(Date.now() / 1000),
  openOptions: () => run(openOptions),
  askToFetch: (urls) => requestSites(urls.flatMap((url) => sitePattern(url) ?? [])),
  webmails: {
    required: REQUIRED_WEBMAILS,
    optional: OPTIONAL_WEBMAILS,
    withdrawn: async () => {
      const seen = await Promise.all(REQUIRED_WEBMAILS.map(({ matches }) => hasPermission(matches)));
      return REQUIRED_WEBMAILS.filter((_, index) => seen[index] === false);
    },
    allow: async (webmail) => {
      if (!(await requestSites(webmail.matches))) return false;
      if (OPTIONAL_WEBMAILS.includes(webmail)) await watchSites(webmail.matches);
      await answerOrNull(ask({ type: 'sites-changed' }).then(() => true as const));
      return true;
    },
    open: (webmail) => run(() => openTab(startPageOf(webmail))),
  },
  isOnToolbar,
});

function startPageOf({ matches }: Webmail): string {
  const pattern = matches.find((each) => !each.includes('://*.')) ?? matches[0] ?? '';
  return pattern.replace('://*.', '://www.').replace(/\*$/, '');
}
