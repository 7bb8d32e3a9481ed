import { test as base } from '@playwright/test';
import { missingPackages } from '../../../scripts/setup/debian.mjs';
import { ATTACKS, attackMail } from './attack-mails.ts';
import { CHANNEL_HOST, channelFiles, FOLDERS } from './channel.ts';
import { startMailStore, type MailStore } from './mail-store.ts';
import { sampleMails } from './mails.ts';
import { CLICK_MAILS } from './click-mails.ts';
import { startProxy, type Proxy } from './proxy.ts';
import { startThunderbird, whyNoThunderbird, type Thunderbird } from './thunderbird.ts';

/** Why there is no mail store; null if there is. */
export function whyNoMailStore(): string | null {
  if (process.getuid?.() !== 0) return 'Dovecot is started as root, and this is not root';
  const missing = missingPackages(['dovecot-imapd']);
  return missing.length === 0 ? null : `missing: apt-get install ${missing.join(' ')}`;
}

/** One Thunderbird for all tests, with the add-on as it is shipped. */
export const test = base.extend<
  { readonly atRest: undefined },
  { readonly network: Proxy; readonly store: MailStore | null; readonly thunderbird: Thunderbird }
>({
  network: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads what is asked for from this pattern
    async ({}, use) => {
      const proxy = await startProxy();
      proxy.serve(CHANNEL_HOST, channelFiles(FOLDERS.channel));
      await use(proxy);
      await proxy.close();
    },
    { scope: 'worker' },
  ],

  store: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- as above
    async ({}, use) => {
      const store = whyNoMailStore() === null ? await startMailStore() : null;
      await use(store);
      await store?.stop();
    },
    { scope: 'worker' },
  ],

  thunderbird: [
    async ({ network, store }, use) => {
      const missing = whyNoThunderbird();
      if (missing !== null) throw new Error(missing);
      const thunderbird = await startThunderbird({
        proxyPort: network.port,
        folders: {
          Samples: sampleMails().map(({ source }) => source),
          Attacks: ATTACKS.map(attackMail),
          Clicks: CLICK_MAILS.map(({ source }) => source),
        },
        ...(store === null
          ? {}
          : { imap: { port: store.imapPort, user: store.user, password: store.password } }),
      });
      try {
        await thunderbird.untilListed();
        await use(thunderbird);
      } finally {
        await thunderbird.close();
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  // Nothing that one test opened lies over what the next one clicks.
  atRest: [
    async ({ thunderbird }, use) => {
      await thunderbird.closeOthers();
      await thunderbird.handedOver();
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
