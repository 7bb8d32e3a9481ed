import { thisExtension } from '../../platform/installation.ts';
import { ask, onBroadcast } from '../../platform/message-bus.ts';
import {
  addedSites,
  requestSites,
  revokeSite,
  hasPermission,
  removeSites,
  siteHost,
} from '../../platform/site-access.ts';
import { OPTIONAL_WEBMAILS, REQUIRED_WEBMAILS } from '../../protocol/webmail-hosts.ts';
import { answerOrNull } from '../background-answers.ts';
import { pageStart } from '../page-start.tsx';
import { listAccess } from './lists/list-access.ts';
import { goToFirstAddress } from './options-frame.tsx';
import { startOptions } from './start-options.tsx';
import type { AddedWebmail } from './preferences/webmails-view.tsx';

const { texts } = await pageStart();
document.title = texts.text('options_title');
await startOptions({
  root: document.body,
  background: { ask, onBroadcast },
  texts,
  sites: {
    added: async () => addedWebmails(await addedSites()),
    unrecognised: async () => (await answerOrNull(ask({ type: 'list-fallback-sites' })))?.sites ?? [],
    remove: removeSites,
    builtIn: REQUIRED_WEBMAILS.map(({ name, matches }) => ({ name, patterns: matches })),
    withdrawn: async () => {
      const seen = await Promise.all(REQUIRED_WEBMAILS.map(({ matches }) => hasPermission(matches)));
      return REQUIRED_WEBMAILS.filter((_, index) => seen[index] === false).map(({ name, matches }) => ({
        name,
        patterns: matches,
      }));
    },
    ask: requestSites,
  },
  extension: thisExtension(),
  access: listAccess({ requestSites, revokeSite }),
  now: () => Math.floor(Date.now() / 1000),
  onLanguage: () => location.reload(),
});

function addedWebmails(patterns: readonly string[]): readonly AddedWebmail[] {
  const known = OPTIONAL_WEBMAILS.map(({ name, matches }) => ({
    name,
    patterns: matches.filter((pattern) => patterns.includes(pattern)),
  })).filter((webmail) => webmail.patterns.length > 0);
  const others = patterns
    .filter((pattern) => !known.some((webmail) => webmail.patterns.includes(pattern)))
    .map((pattern) => ({ name: siteHost(pattern), patterns: [pattern] }));
  return [...known, ...others];
}

// The browser looked for the hash's target before sections existed.
goToFirstAddress();
