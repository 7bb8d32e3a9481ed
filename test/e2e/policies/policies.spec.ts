import { readKeyFile } from '../../../src/server/node/keys/key-file.ts';
import { violations } from '../harness/axe.ts';
import { CHANNEL_HOST, FOLDERS, LISTED } from '../harness/channel.ts';
import { expect, test } from '../harness/fixtures.ts';
import { mailPage } from '../harness/mail-pages.ts';
import { untilMarked } from '../harness/marks.ts';
import { byId, untilAsked } from '../harness/own-parts.ts';
import {
  ALWAYS,
  ask,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  serveChannel,
  statusesOf,
  untilSerial,
} from '../harness/pinned-channel.ts';
import type { Proxy } from '../harness/proxy.ts';
import { whyNoPolicies } from '../harness/policies.ts';
import { tier } from '../harness/tiers.ts';

const reason = whyNoPolicies();
test.skip(reason !== null, reason ?? '');

const BLOCKED = 'https://www.company-login.example/start';
const HOST = `https://${LISTED.phishingHost}/a`;
const mail = mailPage();

test.describe('an administrator’s rules', () => {
  test.use({
    policy: { block: ['company-login.example'], trust: [LISTED.phishingHost, 'no address at all'] },
  });

  test(
    'an administrator’s rules hold from the first message on, and a line that cannot be read does not stop the others',
    tier('core'),
    async ({ world }) => {
      const page = await world.openMail(
        mail.url,
        mail.html(
          `<a href="${BLOCKED}">start</a> <a href="${HOST}">trusted</a> <a href="${LISTED.phishingUrl}">listed</a>`,
        ),
      );
      const marks = await untilMarked(page, [BLOCKED, LISTED.phishingUrl]);
      const blocked = marks.find(({ href }) => href === BLOCKED);
      expect(blocked?.level).toBe('danger');
      expect(blocked?.label).toContain('Your administrator blocked this');
    },
  );

  test(
    'an administrator’s rules are shown to the reader as the administrator’s, and are not the reader’s to remove',
    tier('core:chromium'),
    async ({ world }) => {
      const options = await world.openOwn(OPTIONS);
      const { rules } = (await ask(options, { type: 'list-rules', action: 'block' })) as {
        rules: readonly { readonly id: string; readonly by: string }[];
      };
      expect(rules).toMatchObject([{ by: 'administrator' }]);
      expect(await ask(options, { type: 'remove-rules', ids: rules.map(({ id }) => id) })).toEqual({
        removed: [],
      });
      await options.until(() => document.body.textContent.includes('company-login.example'));
      await options.until(
        () =>
          document.querySelector('#policy tbody') !== null &&
          document.querySelector('[aria-busy=true]') === null,
      );
      expect(await violations(options)).toEqual([]);
      // Which line has no effect, and why.
      await options.until(({ one }) =>
        /trust\[1\].*No effect: this is not a web address/.test(one('#policy tbody tr').textContent),
      );
    },
  );
});

test.describe('an administrator’s preferences', () => {
  test.use({ policy: { preferences: { onDanger: 'disable' } } });

  test(
    'an administrator’s preferences are shown locked, and a dangerous link does not open',
    tier('core:firefox'),
    async ({ world }) => {
      const options = await world.openOwn(OPTIONS);
      expect(await ask(options, { type: 'get-preferences' })).toMatchObject({
        onDanger: 'disable',
        locked: ['onDanger'],
      });
      const page = await world.openMail(
        mail.url,
        mail.html(`<a id="bad" href="${LISTED.phishingUrl}">open</a>`),
      );
      await untilMarked(page, [LISTED.phishingUrl]);
      await page.click(byId('bad'));
      await untilAsked(page);
      expect(await page.url()).toBe(mail.url);
    },
  );
});

test.describe('an administrator’s channel', () => {
  test.use({
    // The keys are made by the set-up, after this file was read for the first time.
    policy: async ({ network }: { network: Proxy }, use: (policy: unknown) => Promise<void>) => {
      const keys = await readKeyFile(FOLDERS.key);
      if (!keys.ok || keys.value.root === null) throw new Error('no keys');
      const channel = await pinnedChannel(network);
      await publishSerial(channel, 1);
      serveChannel(network, 'lists.company.example', channel);
      const own = { url: 'https://lists.company.example/', rootKeys: [keys.value.root.x], name: 'Company' };
      await use({ useDefaultChannel: false, channels: [own] });
    },
  });

  test(
    'an administrator’s channel stands in place of the default one, and the reader cannot remove it',
    tier('core:chromium'),
    async ({ world }) => {
      const options = await world.openOwn(OPTIONS);
      await untilSerial(options, 1);
      const channels = (await statusesOf(options)).filter(({ kind }) => kind !== 'none');
      expect(channels).toMatchObject([{ id: 'managed:https://lists.company.example/', kind: 'fresh' }]);
      expect(world.proxy.seen.filter(({ url }) => new URL(url).hostname === CHANNEL_HOST)).toEqual([]);
      expect(
        await ask(options, { type: 'remove-channel', channel: channels[0]?.id, isUndoable: true }),
      ).toEqual({
        removed: false,
      });

      // Listed by both; only the administrator's is asked.
      const page = await world.openMail(
        mail.url,
        mail.html(`<a href="${ALWAYS}">one</a> <a href="${HOST}">other</a>`),
      );
      const marks = await untilMarked(page, [ALWAYS]);
      expect(marks).toHaveLength(1);
    },
  );
});

test.describe('what an administrator locks', () => {
  test.use({
    policy: {
      locks: ['pause', 'import', 'channels', 'lists', 'trust'],
      support: { contact: 'help@company.example', text: 'Send it to the help desk.' },
      openAnyway: false,
      statistics: false,
      block: ['not an address'],
    },
  });

  test(
    'what an administrator locks is refused to whoever asks, and the question says whom to turn to',
    tier('core:firefox'),
    async ({ world }) => {
      const options = await world.openOwn(OPTIONS);
      const refused = { refused: 'set-by-administrator' };
      const trust = {
        type: 'add-rule',
        action: 'trust',
        scope: 'site',
        subject: 'a.example',
        note: '',
        expiresAt: null,
      };
      expect(await ask(options, trust)).toEqual(refused);
      expect(await ask(options, { type: 'import-private-data', text: '{}' })).toEqual(refused);
      expect(await ask(options, { type: 'add-channel', text: 'https://lists.example/ key' })).toEqual(
        refused,
      );
      expect(
        await ask(options, {
          type: 'add-list',
          url: 'https://lists.example/a.txt',
          name: '',
          category: 'phishing',
          licence: '',
        }),
      ).toEqual(refused);
      expect(await ask(options, { type: 'get-policy' })).toMatchObject({
        settings: expect.arrayContaining([
          { name: 'block[0]', value: '"not an address"', fault: 'no-address' },
        ]),
      });

      const page = await world.openMail(
        mail.url,
        mail.html(`<a id="bad" href="${LISTED.phishingUrl}">open</a>`),
      );
      await untilMarked(page, [LISTED.phishingUrl]);
      await page.click(byId('bad'));
      await untilAsked(page);
      await page.until(({ dialog }) => dialog()?.textContent.includes('Send it to the help desk.'));
      await page.until(({ dialog }) => dialog()?.textContent.includes('help@company.example'));
      // *Back* alone.
      expect(await page.run(({ all, dialog }) => all('footer button', dialog()).length)).toBe(1);
      expect(await ask(options, { type: 'get-statistics' })).toEqual({ days: [], keptDays: 400 });
    },
  );
});
