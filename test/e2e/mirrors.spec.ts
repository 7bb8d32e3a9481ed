/** A channel's head and its mirrors, on the shipped build: what is asked, where, and what the options say of it. */
import type { ChannelJournal } from '../../src/extension/platform/storage/snapshot-store.ts';
import { TestChannel } from '../extension/background/lists/test-channel.ts';
import type { Page } from './harness/browser.ts';
import { CHANNEL_HOST } from './harness/channel.ts';
import { DATABASES } from './harness/databases.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { script } from './harness/page-script.ts';
import {
  ALWAYS,
  ask,
  links,
  only,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  serveChannel,
  statusesOf,
  untilSerial,
  UPDATE_PATIENCE,
} from './harness/pinned-channel.ts';
import type { Proxy } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

const FIRST = 'first.mirrors.test';
const SECOND = 'second.mirrors.test';

/** Paths that were asked for at each host of the channel, since the last call. */
function takeAsked(network: Proxy): ReadonlyMap<string, readonly string[]> {
  const asked = new Map<string, string[]>();
  for (const { url } of network.seen) {
    const { hostname, pathname } = new URL(url);
    if (![CHANNEL_HOST, FIRST, SECOND].includes(hostname)) continue;
    const paths = asked.get(hostname) ?? [];
    paths.push(pathname.slice(1));
    asked.set(hostname, paths);
  }
  network.forgetSeen();
  return asked;
}

interface MirrorStatus {
  readonly usedUrl: string | null;
  readonly mirrors: readonly { readonly url: string; readonly refusal: string | null }[];
}

async function mirrorStatus(options: Page): Promise<MirrorStatus | undefined> {
  const [status] = (await statusesOf(options)) as unknown as readonly MirrorStatus[];
  return status === undefined ? undefined : { usedUrl: status.usedUrl, mirrors: status.mirrors };
}

/** As if the time for the next look at the head had come, and no other. */
async function letHeadComeDue(options: Page): Promise<void> {
  await options.run(
    (_, databases) =>
      databases().opened('spamlight-snapshots', async (db) => {
        const tx = db.transaction('journals', 'readwrite');
        const request = tx.objectStore('journals').openCursor();
        request.addEventListener('success', () => {
          const cursor = request.result;
          if (cursor === null) return;
          const journal = cursor.value as ChannelJournal;
          if ((journal.headAt ?? 0) > 0) cursor.update({ ...journal, headAt: 1 });
          cursor.continue();
        });
        await new Promise<void>((resolve, reject) => {
          tx.addEventListener('complete', () => resolve());
          tx.addEventListener('error', () => reject(tx.error));
        });
      }),
    DATABASES,
  );
}

test(
  'the list goes on from a mirror when its host is gone, and a delta of the head marks what is open',
  tier('core:chromium'),
  async ({ world, network }) => {
    const channel = await pinnedChannel(network);
    const older = await TestChannel.start();
    channel.mirrors = [`https://${FIRST}/lists/`, `https://${SECOND}/`, 'http://third.mirrors.test/'];
    channel.hasHead = true;
    // Under the mirror's folder, as a host may have several channels.
    network.serve(FIRST, (_request, response, url) => {
      const file = channel.files.get(url.pathname.replace('/lists/', ''));
      response.writeHead(file === undefined ? 404 : 200, { 'access-control-allow-origin': '*' }).end(file);
    });
    serveChannel(network, SECOND, channel);
    await publishSerial(channel, 700);
    const options = await world.openOwn(OPTIONS, { height: 1000 });
    await ask(options, { type: 'update-now' });
    await untilSerial(options, 700);
    const mail = mailPage();
    const page = await world.openMail(mail.url, mail.html(links([ALWAYS, only(701), only(702), only(703)])));
    await untilMarked(page, [ALWAYS]);

    await test.step('the options name the mirrors, and which is not used and why', async () => {
      expect((await mirrorStatus(options))?.mirrors).toEqual([
        { url: `https://${FIRST}/lists/`, refusal: null },
        { url: `https://${SECOND}/`, refusal: null },
        { url: 'http://third.mirrors.test/', refusal: 'not-https' },
      ]);
      await options.until(
        ({ one }) => /Not used: the address is not https/.test(one('#channels').textContent),
        { what: 'the reason' },
      );
    });

    await test.step('the channel’s own host is the only one that is asked while it answers', async () => {
      takeAsked(network);
      await publishSerial(channel, 701);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, 701);
      await untilMarked(page, [ALWAYS, only(701)]);
      expect([...takeAsked(network).keys()]).toEqual([CHANNEL_HOST]);
    });

    await test.step('a webmail is in front, the head is due: its delta is applied, without the index', async () => {
      await publishSerial(channel, 702);
      await world.browser.stopBackground();
      await letHeadComeDue(options);
      takeAsked(network);
      // A webmail that is shown again wakes the background.
      await options.show();
      await page.show();
      await untilMarked(page, [ALWAYS, only(702)]);
      expect(takeAsked(network)).toEqual(new Map([[CHANNEL_HOST, ['head.jws', 'delta/701-702.sld']]]));
    });

    await test.step('its host is gone: a mirror gives the list, and is the first to be asked from then on', async () => {
      network.serve(CHANNEL_HOST, (_request, response) => void response.destroy());
      await publishSerial(channel, 703);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, 703);
      await untilMarked(page, [ALWAYS, only(703)]);
      const used = (await mirrorStatus(options))?.usedUrl ?? '';
      expect([`https://${FIRST}/lists/`, `https://${SECOND}/`]).toContain(used);
      await options.until(
        script(({ one }, address) => one('#channels').textContent.includes(address), used),
        { what: 'the address that was used' },
      );
      serveChannel(network, CHANNEL_HOST, channel);
      takeAsked(network);
      await publishSerial(channel, 704);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, 704);
      expect([...takeAsked(network).keys()]).toEqual([new URL(used).hostname]);
    });

    await test.step('a mirror that plays back an old index is left for another host', async () => {
      const used = new URL((await mirrorStatus(options))?.usedUrl ?? '').hostname;
      older.copyFrom(channel);
      await publishSerial(channel, 705);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, 705);
      network.serve(used, (_request, response, url) => {
        const file = older.files.get(url.pathname.replace('/lists/', '').replace(/^\//, ''));
        response.writeHead(file === undefined ? 404 : 200, { 'access-control-allow-origin': '*' }).end(file);
      });
      await ask(options, { type: 'update-now' });
      await expect
        .poll(async () => (await mirrorStatus(options))?.usedUrl, { timeout: UPDATE_PATIENCE })
        .not.toContain(used);
      await untilSerial(options, 705);
    });
    await Promise.all([channel.stop(), older.stop()]);
  },
);
