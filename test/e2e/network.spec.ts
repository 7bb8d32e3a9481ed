import { CHANNEL_HOST, FOLDERS, LISTED, channelFiles, publish, writeFeeds } from './harness/channel.ts';
import { eventually } from './harness/browser.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tier } from './harness/tiers.ts';

/** What the browsers themselves ask their makers for, in spite of every setting; never about what is read. */
const BROWSER_MAKERS =
  /(^|\.)(googleapis\.com|gstatic\.com|google\.com|gvt1\.com|mozilla\.(com|net|org)|mozaws\.net|firefox\.com|cloudflare-dns\.com)$/;

const CHANNEL_FILE =
  /^\/((latest|head)\.jws|base\/\d+\.slb|delta\/\d+-\d+\.sld|hour\/\d+-\d+\.slh|chain\/[\w-]+\.json)$/;

test(
  'in a session of reading, trusting and updating, no request leaves but for the channel’s files',
  tier('core'),
  async ({ world }) => {
    const folder = mkdtempSync(join(tmpdir(), 'spamlight-channel-'));
    try {
      const mail = mailPage('Roundcube');
      const listed = [LISTED.phishingUrl, `https://a.${LISTED.spamHost}/x`];
      const clean = 'https://private.reader-secret.example/account?token=abc123';
      const page = await world.openMail(
        mail.url,
        mail.html(
          `<p><a href="${listed[0]}">one</a></p><p><a href="${listed[1]}">two</a></p><p><a href="${clean}">three</a></p>
         <p><a href="mailto:someone@reader-secret.example">four</a></p>`,
        ),
      );
      await untilMarked(page, listed);
      await world.browser.chooseMenuItem(page, `a[href="${listed[0]}"]`, 'trust-site');
      await untilMarked(page, listed.slice(1));

      // A new snapshot, asked for by hand.
      cpSync(FOLDERS.channel, folder, { recursive: true });
      publish(writeFeeds(join(folder, '../', `${folder.split('/').at(-1)}-feeds`), [clean]), folder);
      world.proxy.serve(CHANNEL_HOST, channelFiles(folder));
      const options = await world.openOwn('src/extension/pages/options/options.html');
      await options.run(({ send }) => send({ type: 'update-now' }));
      await untilMarked(page, [...listed.slice(1), clean]);

      const asked = world.proxy.seen.map(({ method, url, headers }) => ({
        method,
        url: new URL(url),
        headers,
      }));
      const ofChannel = asked.filter(({ url }) => url.hostname === CHANNEL_HOST);
      expect(ofChannel.length).toBeGreaterThan(2);
      for (const { method, url, headers } of ofChannel) {
        expect(method).toBe('GET');
        expect(url.pathname).toMatch(CHANNEL_FILE);
        expect(url.search).toBe('');
        for (const name of ['cookie', 'referer', 'if-none-match', 'if-modified-since', 'authorization']) {
          expect(headers[name], `${name} at ${url.href}`).toBeUndefined();
        }
      }
      const others = asked.filter(
        ({ url }) =>
          url.hostname !== CHANNEL_HOST &&
          url.hostname !== new URL(mail.url).hostname &&
          !BROWSER_MAKERS.test(url.hostname),
      );
      expect(others.map(({ url }) => url.href)).toEqual([]);
      expect(
        asked.filter(({ url }) => /reader-secret|bank-check|pills/.test(url.href)).map(({ url }) => url.href),
      ).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test(
  'a channel that cannot be reached is asked again, and never anybody else',
  tier('core:chromium'),
  async ({ world, network }) => {
    await eventually('the first snapshot', () => network.seen.some(({ url }) => url.endsWith('.slb')));
    world.proxy.serve(CHANNEL_HOST, (_request, response) => {
      response.destroy();
    });
    network.forgetSeen();
    const options = await world.openOwn('src/extension/pages/options/options.html');
    await options.run(({ send }) => send({ type: 'update-now' }));
    const failure = await options.until(async ({ send }) => {
      const { channels } = await send({ type: 'get-status' });
      return channels.find(({ lastFailure }) => lastFailure)?.lastFailure;
    });
    expect(failure).toMatchObject({ kind: 'unreachable' });
    const hosts = new Set(
      network.seen.map(({ url }) => new URL(url).hostname).filter((host) => !BROWSER_MAKERS.test(host)),
    );
    expect([...hosts]).toEqual([CHANNEL_HOST]);
  },
);
