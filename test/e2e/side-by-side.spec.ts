/** Updates while other things go on: several tabs, a thousand links, a day of sleep, another profile. */
import { resolve } from 'node:path';
import type { ChannelJournal, StoredSnapshot } from '../../src/extension/platform/storage/snapshot-store.ts';
import { type Browser, eventually, type Page } from './harness/browser.ts';
import { FOLDERS } from './harness/channel.ts';
import { launchChromium } from './harness/chromium.ts';
import { DATABASES } from './harness/databases.ts';
import { tier } from './harness/tiers.ts';
import { expect, test } from './harness/fixtures.ts';
import { launchFirefox } from './harness/firefox.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import {
  ALWAYS,
  ask,
  links,
  only,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  statusOf,
  untilSerial,
} from './harness/pinned-channel.ts';
import { htmlPage } from './harness/proxy.ts';

const MANY = 1_000;

interface Counts {
  readonly links: number;
  readonly danger: number;
  readonly unchecked: number;
}

/** What the background knows of the tab that shows this site. */
async function countsOf(options: Page, site: string): Promise<Counts> {
  return options.run(async ({ api, send }, url) => {
    const [tab] = await api.tabs.query({ url });
    if (tab?.id === undefined) throw new Error(`no tab at ${url}`);
    const { links, danger, unchecked } = await send({ type: 'get-tab', tabId: tab.id });
    return { links, danger, unchecked };
  }, `https://${site}/*`);
}

test(
  'two windows and a thousand links are answered through update after update, and after a day of sleep',
  tier('soak'),
  async ({ world, network }) => {
    test.setTimeout(180_000);
    const channel = await pinnedChannel(network);
    let serial = 400;
    await publishSerial(channel, serial);
    const options = await world.openOwn(OPTIONS);
    await ask(options, { type: 'update-now' });
    await untilSerial(options, serial);

    const gmail = mailPage('Gmail');
    const roundcube = mailPage('Roundcube');
    const few = links([ALWAYS, only(400), only(401)]);
    const first = await world.openMail(gmail.url, gmail.html(few));
    const second = await world.openMail(roundcube.url, roundcube.html(few));

    await test.step('two windows show the new list without being touched', async () => {
      await untilMarked(first, [ALWAYS, only(400)]);
      await untilMarked(second, [ALWAYS, only(400)]);
      serial++;
      await publishSerial(channel, serial);
      await ask(options, { type: 'update-now' });
      await Promise.all([untilMarked(first, [ALWAYS, only(401)]), untilMarked(second, [ALWAYS, only(401)])]);
    });

    await test.step('a thousand links are asked about while lists are updated', async () => {
      await first.close();
      const many = Array.from({ length: MANY }, (_, index) => `${ALWAYS}?${index}`);
      world.proxy.serve(new URL(roundcube.url).hostname, htmlPage(roundcube.html(links(many))));
      const answered: number[] = [];
      for (let round = 0; round < 4; round++) {
        serial++;
        await publishSerial(channel, serial);
        // Both at once: the document asks while the list is fetched, built and put in the place of the old one.
        await Promise.all([ask(options, { type: 'update-now' }), second.reload()]);
        const counts = await eventually('an answer to every link', async () => {
          const now = await countsOf(options, new URL(roundcube.url).hostname);
          return now.links === MANY && now.danger + now.unchecked === MANY ? now : null;
        });
        expect(counts, `at serial ${serial}`).toEqual({ links: MANY, danger: MANY, unchecked: 0 });
        answered.push(counts.danger);
        await untilSerial(options, serial);
      }
      console.log(`${answered.length} × ${MANY} links during updates in ${world.browser.kind}`);
    });

    await test.step('the computer slept for a day: what it wakes with is stale, and is renewed at once', async () => {
      const before = serial;
      // A realm that nobody asks, and whose look at its start is over: it looks no more by itself. So what is set back is
      // seen by the one after it and by no other, whatever wakes that one.
      await second.goto('about:blank');
      await world.browser.stopBackground();
      await ask(options, { type: 'update-now' });
      await untilSerial(options, serial);
      serial++;
      await publishSerial(channel, serial);
      network.forgetSeen();
      // All that a day changes for the extension is the clock; its times are set back instead.
      await options.run(async (_, databases) => {
        const { asPromise, opened, records } = databases();
        const back = async (store: string, times: readonly string[]): Promise<void> => {
          const record = (await records('spamlight-snapshots', store))[0] as Record<string, unknown>;
          const earlier = times.map((name) => [name, Number(record[name]) - 86_400]);
          await opened('spamlight-snapshots', (db) =>
            asPromise(
              db
                .transaction(store, 'readwrite')
                .objectStore(store)
                .put({ ...record, ...Object.fromEntries(earlier) }),
            ),
          );
        };
        await back('snapshots', ['publishedAt', 'expiresAt']);
        await back('journals', ['checkedAt', 'nextAt']);
      }, DATABASES);
      await world.browser.stopBackground();
      // Waking up is any event; this one is a message being opened.
      await world.addSite(roundcube.url);
      await second.goto(roundcube.url);
      await untilSerial(options, serial);
      expect(await statusOf(options)).toMatchObject({ kind: 'fresh' });
      expect(before).toBe(serial - 1);
      // Asked once, and an alarm is set for the next time.
      expect(network.seen.filter(({ url }) => url.endsWith('/latest.jws'))).toHaveLength(1);
      const inMinutes = await eventually('the alarm, which is set last of all', async () => {
        const alarm = await options.run(({ api }) => api.alarms.get('update'));
        if (alarm === undefined) throw new Error('no alarm');
        const minutes = (alarm.scheduledTime - Date.now()) / 60_000;
        if (minutes <= 55) throw new Error(`in ${minutes} minutes`);
        return minutes;
      });
      expect(inMinutes).toBeLessThanOrEqual(24 * 60 * 1.25);
    });
    await channel.stop();
  },
);

test(
  'two profiles of one channel each have their own list, rules and times',
  tier('core:chromium'),
  async ({ browserKind, network }) => {
    const channel = await pinnedChannel(network);
    await publishSerial(channel, 500);
    const launch = (): Promise<Browser> =>
      (browserKind === 'chromium' ? launchChromium : launchFirefox)({
        extension: resolve(FOLDERS[browserKind]),
        proxyPort: network.port,
      });
    const mail = mailPage();
    network.serve(new URL(mail.url).hostname, htmlPage(mail.html(links([ALWAYS, only(500), only(501)]))));
    const browsers: Browser[] = [];
    try {
      browsers.push(await launch());
      browsers.push(await launch());
      const [one, two] = await Promise.all(
        browsers.map(async (browser) => {
          const options = await browser.openPage(browser.extensionUrl(OPTIONS));
          await untilSerial(options, 500);
          return { options, page: await browser.openPage(mail.url) };
        }),
      );
      if (one === undefined || two === undefined) throw new Error('two browsers were started');
      await untilMarked(one.page, [ALWAYS, only(500)]);
      await untilMarked(two.page, [ALWAYS, only(500)]);

      const rule = { scope: 'site', subject: 'bank-check.example', note: '', expiresAt: null };
      await ask(one.options, { type: 'add-rule', action: 'trust', ...rule });
      await untilMarked(one.page, [only(500)]);

      await publishSerial(channel, 501);
      await Promise.all([one, two].map(({ options }) => ask(options, { type: 'update-now' })));
      await untilMarked(one.page, [only(501)]);
      await untilMarked(two.page, [ALWAYS, only(501)]);

      const own = (options: Page): Promise<{ readonly secret: string; readonly wait: number }> =>
        options.run(async (_, databases) => {
          const { records } = databases();
          const [snapshot] = (await records('spamlight-snapshots', 'snapshots')) as readonly StoredSnapshot[];
          const [journal] = (await records('spamlight-snapshots', 'journals')) as readonly ChannelJournal[];
          if (snapshot === undefined || journal === undefined) throw new Error('nothing is stored');
          return { secret: Array.from(snapshot.secret).join(), wait: journal.nextAt - journal.checkedAt };
        }, DATABASES);
      const [mine, theirs] = await Promise.all([own(one.options), own(two.options)]);
      expect(mine.secret).not.toBe(theirs.secret);
      // An hour, and up to a quarter of one by chance; the same second is one chance in 900.
      for (const { wait } of [mine, theirs]) {
        expect(wait).toBeGreaterThanOrEqual(3_600);
        expect(wait).toBeLessThanOrEqual(4_500);
      }
    } finally {
      await Promise.all(browsers.map((browser) => browser.close()));
    }
    await channel.stop();
  },
);
