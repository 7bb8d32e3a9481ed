/** The seconds in which the very first list is on its way. */
import { resolve } from 'node:path';
import { CHANNEL_HOST, channelFiles, FOLDERS, LISTED } from './harness/channel.ts';
import { launchChromium } from './harness/chromium.ts';
import { launchFirefox } from './harness/firefox.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { byId, openCard, pointAway, untilAsked } from './harness/own-parts.ts';
import { ask, OPTIONS } from './harness/pinned-channel.ts';
import { htmlPage, type HostHandler } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

const BLOCKED = 'https://blocked.example/';

const failing: HostHandler = (_request, response) => void response.writeHead(503).end();

test(
  'a click before the first list has come waits for it, and asks by what it then says',
  tier('core'),
  async ({ browserKind, network }) => {
    network.serve(CHANNEL_HOST, failing);
    network.serve(new URL(LISTED.phishingUrl).hostname, htmlPage('<title>arrived</title>'));
    const mail = mailPage();
    network.serve(
      new URL(mail.url).hostname,
      htmlPage(mail.html(`<p><a id="blocked" href="${BLOCKED}">A message</a></p>`)),
    );
    const launch = browserKind === 'chromium' ? launchChromium : launchFirefox;
    const browser = await launch({ extension: resolve(FOLDERS[browserKind]), proxyPort: network.port });
    try {
      const options = await browser.openPage(browser.extensionUrl(OPTIONS));
      await options.until(
        async ({ send }) => {
          const [channel] = (await send({ type: 'get-status' })).channels;
          return channel !== undefined && channel.lastFailure !== null;
        },
        { what: 'the first attempt to fail' },
      );
      const rule = { scope: 'site', subject: new URL(BLOCKED).hostname, note: '', expiresAt: null };
      await ask(options, { type: 'add-rule', action: 'block', ...rule });
      const page = await browser.openPage(mail.url);
      // A click waits for some seconds only, counted from when the list is asked for. What can be done before is: another link
      // has had its card, so that all that draws a question is loaded.
      await untilMarked(page, [BLOCKED]);
      await openCard(page, byId('blocked'));
      await pointAway(page);
      const address = await page.url();
      let release: () => void = () => undefined;
      const released = new Promise<void>((go) => {
        release = go;
      });
      const files = channelFiles(FOLDERS.channel);
      network.serve(CHANNEL_HOST, (request, response, url) => {
        void released.then(() => files(request, response, url));
      });
      await ask(options, { type: 'update-now' });
      await page.run(
        (_, find, href) => {
          const words = { id: 'link', href, textContent: 'your account' };
          find().append(Object.assign(document.createElement('a'), words));
        },
        mail.body,
        LISTED.phishingUrl,
      );
      await page.click(byId('link'));
      await untilAsked(page);
      // Nothing is known yet, and nothing else is said.
      expect(await page.run(({ one, root }) => one('dialog', root()).textContent)).not.toContain('phishing');
      release();
      await page.until(({ dialog }) => /phishing/i.test(dialog()?.textContent ?? ''), {
        what: 'the question to say what the list says',
        timeout: 30_000,
      });
      expect(await page.url()).toBe(address);
    } finally {
      await browser.close();
    }
  },
);
