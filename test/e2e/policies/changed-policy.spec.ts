/** What becomes of a policy file that an administrator takes back, or writes with mistakes. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from '../harness/browser.ts';
import { CHANNEL_HOST, channelFiles, FOLDERS, LISTED } from '../harness/channel.ts';
import { launchChromium } from '../harness/chromium.ts';
import { launchFirefox } from '../harness/firefox.ts';
import { expect, test } from '../harness/fixtures.ts';
import { mailPage } from '../harness/mail-pages.ts';
import { untilMarked } from '../harness/marks.ts';
import { openWithList } from '../harness/own-parts.ts';
import { ask, OPTIONS } from '../harness/pinned-channel.ts';
import { managedBrowser, whyNoPolicies } from '../harness/policies.ts';
import { htmlPage } from '../harness/proxy.ts';
import { tier } from '../harness/tiers.ts';

const reason = whyNoPolicies();
test.skip(reason !== null, reason ?? '');

const BLOCKED = 'https://www.company-login.example/start';
const TRUSTED = `https://${LISTED.phishingHost}/a`;
const mail = mailPage();
const LINKS = `<p><a href="${BLOCKED}">start</a></p><p><a href="${TRUSTED}">trusted</a></p><p><a href="${LISTED.phishingUrl}">listed</a></p>`;

test(
  'a policy file that is taken back takes its rules and locks with it, and leaves the reader’s own',
  tier('core:chromium'),
  async ({ browserKind, network }) => {
    test.setTimeout(240_000);
    network.serve(CHANNEL_HOST, channelFiles(FOLDERS.channel));
    network.serve(new URL(mail.url).hostname, htmlPage(mail.html(LINKS)));
    const root = await mkdtemp(join(tmpdir(), 'spamlight-policy-'));
    const launch = (program?: string): Promise<Browser> => {
      const start = browserKind === 'chromium' ? launchChromium : launchFirefox;
      return start({
        extension: resolve(FOLDERS[browserKind]),
        proxyPort: network.port,
        profile: join(root, 'profile'),
        ...(program === undefined ? {} : { program }),
      });
    };
    const own = {
      type: 'add-rule',
      action: 'block',
      scope: 'site',
      subject: 'games.example',
      note: '',
      expiresAt: null,
    };
    const managed = managedBrowser(browserKind, {
      block: ['company-login.example'],
      trust: [LISTED.phishingHost],
      locks: ['pause', 'trust'],
      preferences: { onDanger: 'disable' },
    });
    try {
      await mkdir(join(root, 'profile'));
      // Firefox forgets what a temporary extension has stored, unless told otherwise.
      await writeFile(
        join(root, 'profile', 'prefs.js'),
        'user_pref("extensions.webextensions.keepStorageOnUninstall", true);\nuser_pref("extensions.webextensions.keepUuidOnUninstall", true);\n',
      );
      const first = await launch(managed.program);
      try {
        const options = await openWithList(first);
        await ask(options, own);
        const page = await first.openPage(mail.url);
        await untilMarked(page, [BLOCKED, LISTED.phishingUrl]);
        expect(await ask(options, { type: 'get-preferences' })).toMatchObject({
          onDanger: 'disable',
          locked: ['onDanger'],
        });
      } finally {
        await first.close();
      }
      const second = await launch();
      try {
        const options = await openWithList(second);
        const page = await second.openPage(mail.url);
        await untilMarked(page, [TRUSTED, LISTED.phishingUrl]);
        expect(await ask(options, { type: 'get-preferences' })).toMatchObject({
          onDanger: 'ask',
          locked: [],
        });
        expect(await ask(options, { type: 'list-rules', action: 'block' })).toMatchObject({
          rules: [{ subject: 'games.example', by: 'reader' }],
        });
        expect(await ask(options, { type: 'get-policy' })).toMatchObject({ settings: [] });
      } finally {
        await second.close();
      }
    } finally {
      managed.remove();
      await rm(root, { recursive: true, force: true, maxRetries: 10 });
    }
  },
);

test.describe('a policy file with mistakes', () => {
  test.use({
    policy: {
      block: ['company-login.example', 'no address at all', `${'a'.repeat(100_000)}.example`],
      trust: 'phish.example',
      preferences: { onDanger: 'open', onCaution: 'ask' },
      locks: ['everything', 'pause'],
      channels: [{ url: 'http://lists.company.example/', rootKeys: [] }],
      support: { contact: 'x'.repeat(100_000), text: 7 },
      openAnyway: 'no',
      colour: 'green',
    },
  });

  test(
    'a policy file with mistakes holds in what can be read, never makes a link clean, and the settings name the rest',
    tier('core:firefox'),
    async ({ world }) => {
      const options = await world.openOwn(OPTIONS);
      const page = await world.openMail(mail.url, mail.html(LINKS));
      // A text where a list belongs trusts nothing.
      await untilMarked(page, [BLOCKED, TRUSTED, LISTED.phishingUrl]);
      expect(await ask(options, { type: 'get-preferences' })).toMatchObject({ onDanger: 'ask' });
      const { settings } = (await ask(options, { type: 'get-policy' })) as {
        settings: readonly { readonly name: string; readonly fault: string | null }[];
      };
      const faults = Object.fromEntries(settings.map(({ name, fault }) => [name, fault]));
      expect(faults).toMatchObject({
        'channels[0]': 'not-https',
        'block[0]': null,
        'block[1]': 'no-address',
        // What is of another kind than `managed-schema.json` says, Chromium leaves out of what an extension may read.
        ...(world.browser.kind === 'chromium'
          ? {}
          : {
              trust: 'not-list',
              'preferences.onDanger': 'not-choice',
              'preferences.onCaution': null,
              'locks[0]': 'not-choice',
              'locks[1]': null,
              'support.contact': 'not-text',
              'support.text': 'not-text',
              openAnyway: 'not-flag',
              colour: 'unknown',
            }),
      });
      expect(await world.browser.problems()).toEqual([]);
    },
  );
});
