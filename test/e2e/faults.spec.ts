/**
 * The realm stopped at named lines of an update, and the browser killed in the middle of storing one, in the real browsers.
 * `test/extension/background/faults.test.ts` stops it at every line, in every way an update can go; `npm run soak -- faults` at every
 * line in the real browsers.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CHECKPOINTS, type Checkpoint } from '../../src/extension/background/realm/checkpoint.ts';
import { type Browser, eventually } from './harness/browser.ts';
import { FOLDERS } from './harness/channel.ts';
import { launchChromium } from './harness/chromium.ts';
import { tier } from './harness/tiers.ts';
import { expect, test } from './harness/fixtures.ts';
import { launchFirefox } from './harness/firefox.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import {
  ALWAYS,
  ask,
  only,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  statusOf,
  untilSerial,
  UPDATE_PATIENCE,
} from './harness/pinned-channel.ts';
import { htmlPage } from './harness/proxy.ts';

declare global {
  interface Window {
    /** That the line before the put is behind it. */
    faultsPassed?: Promise<boolean>;
  }
}

test.use({ kindOfBuild: 'faults' });

const IS_ALL = process.env['SPAMLIGHT_FAULTS'] !== undefined;

/** Where each kind of thing has just been written, or is about to be. */
const STOPS: readonly Checkpoint[] = IS_ALL
  ? CHECKPOINTS
  : ['keys-remembered', 'before-put', 'after-put', 'journal-written'];

/**
 * When the browser is killed: the first time while it waits at the line before the put, then so many milliseconds later, in
 * the put or after it.
 */
const KILLS: readonly ('before' | number)[] = IS_ALL
  ? ['before', 0, 1, 2, 3, 5, 7, 10, 15, 20, 40]
  : ['before', 0, 5];

test(
  'the background is stopped at checkpoints of an update: the old or the new list, and the next update',
  tier('core'),
  async ({ world, network }) => {
    test.setTimeout(900_000);
    const channel = await pinnedChannel(network);
    let serial = 100;
    await publishSerial(channel, serial);
    const options = await world.openOwn(OPTIONS);
    await ask(options, { type: 'update-now' });
    await untilSerial(options, serial);

    const mail = mailPage();
    let cases = 0;
    for (const checkpoint of STOPS) {
      const before = serial;
      serial++;
      // A new list of keys each time, so that remembering it is one of the lines.
      channel.keyListNumber += 1;
      await publishSerial(channel, serial);
      await options.run(
        ({ api }, stopAt) => api.storage.local.set({ reached: null, checkpoint: { stopAt, skip: 0 } }),
        checkpoint,
      );
      await ask(options, { type: 'update-now' });
      const isReached = await eventually(
        `${checkpoint} to be reached, or the update to end`,
        async () => {
          const { reached } = await options.run(({ api }) => api.storage.local.get('reached'));
          if (reached === checkpoint) return 'reached';
          const { serial: now, activity } = await statusOf(options);
          return now === serial && activity.kind === 'idle' ? 'passed' : null;
        },
        20_000,
      );
      await world.browser.stopBackground();
      await options.run(({ api }) => api.storage.local.remove(['checkpoint', 'reached']));

      // The realm starts again for this question. Whichever list is there, it is there wholly.
      const found = (await statusOf(options)).serial;
      expect([before, serial], checkpoint).toContain(found);
      const message = [ALWAYS, only(before), only(serial)]
        .map((href) => `<p><a href="${href}">x</a></p>`)
        .join('');
      const page = await world.openMail(mail.url, mail.html(message));
      await eventually(`the right marks after ${checkpoint}`, async () => {
        const list = (await statusOf(options)).serial;
        await untilMarked(page, [ALWAYS, only(list)], 1_000);
        return true;
      });
      await page.close();

      await ask(options, { type: 'update-now' });
      await untilSerial(options, serial);
      if (isReached === 'reached') cases++;
    }
    console.log(`stopped at ${cases} of ${STOPS.length} checkpoints in ${world.browser.kind}`);
    expect(cases).toBe(STOPS.length);
    await channel.stop();
  },
);

test(
  'the browser is killed while it stores a list: after it starts again, the old or the new list is whole',
  tier('soak'),
  async ({ browserKind, network }) => {
    test.setTimeout(900_000);
    const channel = await pinnedChannel(network);
    const profile = await mkdtemp(join(tmpdir(), 'spamlight-killed-'));
    // Firefox forgets what a temporary add-on stored unless it is told otherwise; an installed one keeps it.
    await writeFile(
      join(profile, 'prefs.js'),
      'user_pref("extensions.webextensions.keepStorageOnUninstall", true);\n' +
        'user_pref("extensions.webextensions.keepUuidOnUninstall", true);\n',
    );
    const launch = (): Promise<Browser> =>
      (browserKind === 'chromium' ? launchChromium : launchFirefox)({
        extension: resolve(FOLDERS.faults[browserKind]),
        proxyPort: network.port,
        profile,
      });
    const mail = mailPage();
    const message = (serial: number): string =>
      mail.html(
        [ALWAYS, only(serial - 1), only(serial)].map((href) => `<p><a href="${href}">x</a></p>`).join(''),
      );
    // Big enough that storing takes some milliseconds.
    const many = Array.from({ length: 200_000 }, (_, index) => `many-${index}.example`);

    let serial = 200;
    await publishSerial(channel, serial, many);
    let browser = await launch();
    let options = await browser.openPage(browser.extensionUrl(OPTIONS));
    await ask(options, { type: 'update-now' });
    await untilSerial(options, serial);

    const outcomes: string[] = [];
    for (const delay of KILLS) {
      const before = serial;
      serial++;
      await publishSerial(channel, serial, many);
      await options.run(
        ({ api }, skip) =>
          api.storage.local.set({ reached: null, checkpoint: { stopAt: 'before-put', skip } }),
        delay === 'before' ? 0 : 9,
      );
      await ask(options, { type: 'update-now' });
      // The checkpoint is passed, not stopped at: its counter goes down at the line before the put.
      // Not awaited there: a script that is waited for may take half a minute. What is waited for is the promise itself, so
      // that no pause between two looks comes before the delay.
      await options.run(
        ({ api }, skip) => {
          const isWaiting = async (): Promise<boolean> => {
            const { checkpoint } = await api.storage.local.get('checkpoint');
            return (checkpoint as { readonly skip: number } | undefined)?.skip === skip;
          };
          window.faultsPassed = (async () => {
            while (await isWaiting());
            return true;
          })();
        },
        delay === 'before' ? 0 : 9,
      );
      await options.until(() => window.faultsPassed, { what: 'the line before the put', timeout: 150_000 });
      if (delay !== 'before') {
        await new Promise((wait) => {
          setTimeout(wait, delay);
        });
      }
      await kill(profile);
      // What was connected to it may notice, or wait for ever.
      await Promise.race([
        browser.close().catch(() => undefined),
        new Promise((wait) => {
          setTimeout(wait, 2_000);
        }),
      ]);

      browser = await launch();
      options = await browser.openPage(browser.extensionUrl(OPTIONS));
      await options.run(({ api }) => api.storage.local.remove('checkpoint'));
      // A storage that opens slowly after a kill says so, and is asked again; one that was lost would say nothing.
      await expect
        .poll(async () => (await statusOf(options)).lastFailure?.kind, { timeout: UPDATE_PATIENCE })
        .not.toBe('storage-failed');
      const { serial: found, lastFailure } = await statusOf(options);
      // The realm may have updated already by itself; it is never without a list.
      expect([before, serial], JSON.stringify(lastFailure)).toContain(found);
      network.serve(new URL(mail.url).hostname, htmlPage(message(serial)));
      const page = await browser.openPage(mail.url);
      await eventually('the right marks', async () => {
        await untilMarked(page, [ALWAYS, only((await statusOf(options)).serial)], 1_000);
        return true;
      });
      outcomes.push(found === before ? 'old' : 'new');
      if (delay === 'before') expect(found).toBe(before);
      await page.close();
      await ask(options, { type: 'update-now' });
      await untilSerial(options, serial);
    }
    console.log(`killed ${outcomes.length} times in ${browserKind}: ${outcomes.join(', ')} list`);
    await browser.close();
    await rm(profile, { recursive: true, force: true });
    await channel.stop();
  },
);

/** Ends at once, without a word, the browser that runs in this profile: ours, and no other. */
async function kill(profile: string): Promise<void> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const words = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    const isMain = !words.includes('--type=') && !words.includes('-contentproc');
    if (
      isMain &&
      words.split('\0').some((word) => word === profile || word === `--user-data-dir=${profile}`)
    ) {
      process.kill(Number(entry), 'SIGKILL');
    }
  }
}
