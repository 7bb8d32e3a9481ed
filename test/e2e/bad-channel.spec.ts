import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from './harness/browser.ts';
import { CHANNEL_HOST, FOLDERS, LISTED, channelFiles, publish, writeFeeds } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { SIGN } from './harness/own-parts.ts';
import type { HostHandler } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

const NEW_URL = 'https://new-this-hour.example/login';

/** The channel one serial on: the same entries and one more. */
function nextChannel(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-next-'));
  cpSync(FOLDERS.channel, `${folder}/channel`, { recursive: true });
  publish(writeFeeds(`${folder}/feeds`, [NEW_URL]), `${folder}/channel`);
  return folder;
}

/** Changes one file of every kind that the client fetches for this update, except the index. */
function edit(channel: string, change: (bytes: Buffer) => Buffer): void {
  let edited = 0;
  for (const kind of ['base', 'delta']) {
    const names = existsSync(`${channel}/${kind}`) ? readdirSync(`${channel}/${kind}`) : [];
    for (const name of names) {
      const path = `${channel}/${kind}/${name}`;
      writeFileSync(path, change(readFileSync(path)));
      edited += 1;
    }
  }
  if (edited === 0) throw new Error('there was no file to spoil');
}

const flipped = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  const middle = copy.length >> 1;
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
};

const text =
  (status: number, type: string, body: string): HostHandler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
  };

/** What goes wrong, how, and what the update must call it. */
const FAULTS: readonly (readonly [string, (channel: string) => HostHandler, string])[] = [
  [
    'a bit flipped in the data',
    (channel) => {
      edit(channel, flipped);
      return channelFiles(channel);
    },
    'wrong-file',
  ],
  [
    'a truncated body',
    (channel) => {
      edit(channel, (bytes) => bytes.subarray(0, -7));
      return channelFiles(channel);
    },
    'truncated',
  ],
  [
    'a wrong signature',
    (channel) => {
      const jws = readFileSync(`${channel}/latest.jws`, 'utf8').trim().split('.');
      const signature = Buffer.from(jws[2] ?? '', 'base64url');
      writeFileSync(
        `${channel}/latest.jws`,
        [jws[0], jws[1], flipped(signature).toString('base64url')].join('.'),
      );
      return channelFiles(channel);
    },
    'bad-signature',
  ],
  ['a 404', () => text(404, 'text/plain', 'not found'), 'http-status'],
  [
    'an HTML page in place of data',
    () => text(200, 'text/html', '<!doctype html><title>Sign in to the hotel’s network</title>'),
    'not-an-index',
  ],
];

async function failureOf(options: Page): Promise<unknown> {
  await options.run(({ send }) => send({ type: 'update-now' }));
  return options.until(
    async ({ send }) => {
      const { channels } = await send({ type: 'get-status' });
      return channels.find(({ lastFailure }) => lastFailure)?.lastFailure;
    },
    { what: 'the failed update' },
  );
}

for (const [what, spoil, kind] of FAULTS) {
  test(
    `an update from a bad channel, ${what}: the old list stays in use, the options page says what happened, and the next good one is taken`,
    tier(/^a (?:bit flipped|wrong signature)/.test(what) ? 'core:chromium' : 'all'),
    async ({ world }) => {
      const folder = nextChannel();
      try {
        const mail = mailPage();
        const page = await world.openMail(
          mail.url,
          mail.html(`<p><a href="${LISTED.phishingUrl}">old</a></p><p><a href="${NEW_URL}">new</a></p>`),
        );
        await untilMarked(page, [LISTED.phishingUrl]);

        cpSync(`${folder}/channel`, `${folder}/spoilt`, { recursive: true });
        world.proxy.serve(CHANNEL_HOST, spoil(`${folder}/spoilt`));
        const options = await world.openOwn('src/extension/pages/options/options.html');
        expect(await failureOf(options)).toMatchObject({ kind });
        // In words, for people.
        await options.until(({ one }) => one('.channel .notice').textContent.length > 60, {
          what: 'the sentence on the options page',
        });
        await page.reload();
        await untilMarked(page, [LISTED.phishingUrl]);

        world.proxy.serve(CHANNEL_HOST, channelFiles(`${folder}/channel`));
        await options.run(({ send }) => send({ type: 'update-now' }));
        await untilMarked(page, [LISTED.phishingUrl, NEW_URL]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
}

test.describe('before any snapshot is there', () => {
  // A 404 from the very start: the extension asks as soon as it is installed, and that is before the test begins.
  test.use({ channelFolder: `${FOLDERS.root}/no-channel` });

  test(
    'before any list is there, links are not checked, and toolbar and popup say so',
    tier('core'),
    async ({ world }) => {
      // The packaged list is a snapshot too; without a channel's it clears nothing.
      const mail = mailPage();
      const page = await world.openMail(
        mail.url,
        mail.html(`<p><a href="https://www.example.org/">home</a></p>`),
      );
      await page.until(() => document.querySelector('spamlight-marks'));
      const options = await world.openOwn('src/extension/pages/options/options.html');
      const status = await options.run(({ send }) => send({ type: 'get-status' }));
      expect(status).toHaveProperty('channels');
      // In the popup and the toolbar; a message says nothing for want of a list.
      const popup = await world.browser.openPopup(page);
      await popup.until('Not protected by a list yet');
      expect(await popup.until('message open')).not.toMatch(/looked up/);
      await popup.close();
      expect(await page.run(SIGN)).toBeNull();
    },
  );
});
