/**
 * A session that uses everything which handles a link or asks the network: nothing of what was read is in a request,
 * in a log, or in storage, beyond what the reader put into lists of their own.
 */
import { PHISHING, snapshotOf, TestChannel } from '../extension/background/lists/test-channel.ts';
import { CHANNEL_HOST } from './harness/channel.ts';
import { DATABASES } from './harness/databases.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { at, STAY } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import {
  ALWAYS,
  ask,
  links,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  serveChannel,
  statusesOf,
  statusOf,
  UPDATE_PATIENCE,
} from './harness/pinned-channel.ts';
import { tier } from './harness/tiers.ts';

/** Words that occur in what this reader reads, and nowhere else. */
const SECRETS = ['quetzal', 'okapi', 'axolotl', 'numbat'];
const CLEAN = 'https://quetzal.example/okapi?token=axolotl';
const OPENED = 'https://numbat.example/';
const TRUSTED = 'https://www.trusted-shop.example/offer';

const SECOND = 'second.lists.test';
const LIST = 'https://lists.webmail.test/bad-hosts.txt';

/** What the browsers themselves ask their makers for, in spite of every setting; never about what is read. */
const BROWSER_MAKERS =
  /(^|\.)(googleapis\.com|gstatic\.com|google\.com|gvt1\.com|mozilla\.(com|net|org)|mozaws\.net|firefox\.com|cloudflare-dns\.com)$/;

const PUBLIC_FILES = [
  /^https:\/\/channel\.test\/((latest|head)\.jws|base\/\d+\.slb|delta\/\d+-\d+\.sld|chain\/[\w-]+\.json)$/,
  /^https:\/\/second\.lists\.test\/((latest|head)\.jws|base\/\d+\.slb|delta\/\d+-\d+\.sld)$/,
  /^https:\/\/lists\.webmail\.test\/bad-hosts\.txt$/,
];

test(
  'updates, channels, lists, look-back and self-test: nothing of what was read leaves or is kept',
  tier('core'),
  async ({ world, network }) => {
    test.setTimeout(180_000);
    const main = await pinnedChannel(network);
    await publishSerial(main, 700);
    const second = await TestChannel.start('second');
    serveChannel(network, SECOND, second);
    const publishedAt = Math.floor(Date.now() / 1000) - 60;
    await second.publish(
      snapshotOf([{ section: PHISHING, entries: ['phish-two.example'] }], { publishedAt }),
    );
    network.serve('lists.webmail.test', (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
        .end('listed-here.example\nother.example\n');
    });

    const options = await world.openOwn(OPTIONS, { height: 1000 });
    // The update with which the extension began may have read the channel before this list was in it.
    await expect
      .poll(
        async () => {
          await ask(options, { type: 'update-now' });
          return (await statusOf(options)).serial;
        },
        { timeout: 30_000 },
      )
      .toBe(700);
    const mail = mailPage();
    const page = await world.openMail(
      mail.url,
      mail
        .html(links([ALWAYS, CLEAN, OPENED, TRUSTED, 'mailto:okapi@axolotl.example']))
        .replaceAll('sender@news.example', 'okapi@axolotl.example'),
    );
    await untilMarked(page, [ALWAYS]);

    // Other channels and lists.
    await ask(options, { type: 'add-channel', text: `https://${SECOND}/\nroot-key: ${second.rootKey.x}` });
    await ask(options, { type: 'add-list', url: LIST, name: '', category: 'spam', licence: '' });
    await expect
      .poll(async () => (await statusesOf(options)).map(({ kind }) => kind))
      .toEqual(['fresh', 'fresh', 'fresh']);

    // What a reader does with a mail: trust, open.
    await world.browser.chooseMenuItem(page, `a[href="${TRUSTED}"]`, 'trust-site');
    await page.run(STAY);
    await page.click(at(`a[href="${OPENED}"]`));
    await options.until(
      script(
        async (_, databases) => (await databases().records('spamlight-private', 'opened')).length >= 3,
        DATABASES,
      ),
      { what: 'the opened link to be remembered for each list' },
    );
    // The self-test mail, as a person saves it.
    await options.run(({ all }) => {
      const save = all('#self-test button').at(-1);
      if (save === undefined) throw new Error('no button');
      save.click();
    });

    // The opened link is listed later; an update fails; the background is stopped and wakes.
    await publishSerial(main, 701, ['numbat.example']);
    await ask(options, { type: 'update-now' });
    await options.until(() => document.querySelector('#look-back'), { what: 'the finding', timeout: 30_000 });
    network.serve(CHANNEL_HOST, (_request, response) => void response.destroy());
    await ask(options, { type: 'update-now' });
    await options.until(async ({ send }) => {
      const { channels } = await send({ type: 'get-status' });
      return channels[0]?.lastFailure?.kind === 'unreachable';
    });
    serveChannel(network, CHANNEL_HOST, main);
    await world.browser.stopBackground();
    await page.reload();
    // Nothing is marked before the stored lists are read again.
    await untilMarked(page, [ALWAYS, OPENED], UPDATE_PATIENCE);
    const popup = await world.openOwn('src/extension/pages/popup/popup.html');
    await popup.until(() => document.body.innerText.length > 60);

    await test.step('in no request', () => {
      const asked = network.seen
        .map(({ method, url, headers }) => ({ method, url, headers, host: new URL(url).hostname }))
        .filter(({ host }) => host !== new URL(mail.url).hostname && !BROWSER_MAKERS.test(host));
      expect(new Set(asked.map(({ host }) => host))).toEqual(
        new Set([CHANNEL_HOST, SECOND, 'lists.webmail.test']),
      );
      for (const { method, url, headers } of asked) {
        expect(method).toBe('GET');
        expect(
          PUBLIC_FILES.some((file) => file.test(url)),
          url,
        ).toBe(true);
        for (const name of [
          'cookie',
          'referer',
          'if-none-match',
          'if-modified-since',
          'authorization',
          'origin-agent',
        ]) {
          expect(headers[name], `${name} at ${url}`).toBeUndefined();
        }
      }
    });

    await test.step('in no storage', async () => {
      const kept = await options.run(
        async ({ api }, databases) => ({
          databases: await databases().everything(),
          local: JSON.stringify(await api.storage.local.get(null)),
          sync: 'sync' in api.storage ? JSON.stringify(await api.storage.sync.get(null)) : '{}',
          web: JSON.stringify([
            Object.fromEntries(Object.entries(localStorage)),
            Object.fromEntries(Object.entries(sessionStorage)),
            document.cookie,
          ]),
          caches: JSON.stringify(await caches.keys()),
        }),
        DATABASES,
      );
      expect(kept.databases.length).toBeGreaterThan(8);
      // The reader's own list has what they put there: the scan would see the others too.
      expect(kept.databases.join('\n')).toContain('trusted-shop.example');
      for (const secret of SECRETS)
        expect(
          kept.databases.filter((text) => text.includes(secret)),
          secret,
        ).toEqual([]);
      expect(JSON.parse(kept.local)).toEqual({});
      expect([kept.sync, kept.web, kept.caches]).toEqual(['{}', '[{},{},""]', '[]']);
    });

    await test.step('in memory no address that was not flagged', async () => {
      const session = await options.run(async ({ api }) =>
        JSON.stringify(await api.storage.session.get(null)),
      );
      // Which sender's messages are shown, until the tab shows another page: docs/threat-model.md.
      expect(session).toContain('okapi@axolotl.example');
      expect(session).not.toContain('quetzal');
    });

    await test.step('in no log', async () => {
      // The listener hears: one line of ours is among them.
      await options.run(() => console.info('the listener hears'));
      await expect
        .poll(async () => (await world.browser.consoleLines()).join('\n'))
        .toContain('the listener hears');
      const lines = await world.browser.consoleLines();
      for (const secret of SECRETS)
        expect(
          lines.filter((line) => line.includes(secret)),
          secret,
        ).toEqual([]);
      expect(lines.filter((line) => /Spamlight:/.test(line))).toEqual([]);
    });
    await Promise.all([main.stop(), second.stop()]);
  },
);

/** Areas of storage that content scripts have by default, and what one can do there. */
const AREAS = [
  ['local', 'write'],
  ['local', 'read'],
  ['sync', 'write'],
  ['sync', 'read'],
  ['managed', 'read'],
] as const;

test(
  'the storage that a content script could reach holds nothing, and is closed to it where the browser can',
  tier('core'),
  async ({ world }) => {
    const mail = mailPage();
    const page = await world.openMail(mail.url, mail.html(`<p><a href="${CLEAN}">a link</a></p>`));
    await page.until(() => document.querySelector('spamlight-marks'));
    const own = await world.openOwn(OPTIONS);
    const seen = await own.run(
      async ({ api }, origin, areas) => {
        const tab = (await api.tabs.query({})).find(({ url }) => url?.startsWith(origin));
        if (tab?.id === undefined) throw new Error(`no tab at ${origin}`);
        const [injected] = await api.scripting.executeScript({
          target: { tabId: tab.id },
          args: [areas],
          func: async (given) => {
            // In Firefox the window of a content script does not have it.
            const { browser, chrome } = globalThis as unknown as Record<'browser' | 'chrome', typeof api>;
            const { storage } = browser ?? chrome;
            const said: string[] = [];
            for (const [area, act] of given as typeof areas) {
              try {
                if (act === 'write') await storage[area].set({ planted: 'x' });
                else await storage[area].get(null);
                said.push('done');
              } catch (error) {
                said.push(String(error));
              }
            }
            return said;
          },
        });
        return {
          result: injected?.result as readonly string[],
          switches: areas.map(([area]) => 'setAccessLevel' in api.storage[area]),
          holds: [await api.storage.local.get(null), await api.storage.sync.get(null)],
        };
      },
      new URL(mail.url).origin,
      AREAS,
    );
    const isChromium = world.browser.kind === 'chromium';
    expect(seen.switches).toEqual(AREAS.map(() => isChromium));
    if (isChromium) {
      expect(seen.result).toEqual(AREAS.map(() => expect.stringContaining('not allowed')));
      expect(seen.holds).toEqual([{}, {}]);
    } else expect(seen.result.slice(0, 4)).toEqual(['done', 'done', 'done', 'done']);
  },
);
