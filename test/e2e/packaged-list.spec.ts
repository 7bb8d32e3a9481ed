/** The list that comes with the extension, as it is built for people, on machines of readers who install it late. */
import { resolve } from 'node:path';
import { FOLDERS } from './harness/channel.ts';
import { launchChromium } from './harness/chromium.ts';
import { expect, test } from './harness/fixtures.ts';
import { launchFirefox } from './harness/firefox.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { tabOf } from './harness/own-parts.ts';
import { ask } from './harness/pinned-channel.ts';
import { htmlPage } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

declare global {
  interface Window {
    /** In Firefox: the page's own, whose clock a test moves. */
    readonly wrappedJSObject?: typeof globalThis;
  }
}

const SELF_TEST = 'https://self-test.spamlight.test/plain';
/** In the list of test pages. */
const TEST_PAGE = 'https://testsafebrowsing.appspot.com/s/phishing.html';
const UNLISTED = 'https://www.example.org/a-page';

for (const days of [30, 400]) {
  test(
    `a packaged list that is ${days} days old flags test pages, and what is missing is said to be missing, not too old`,
    tier(days === 30 ? 'core:chromium' : 'all'),
    async ({ browserKind, network }) => {
      const mail = mailPage();
      const links = [SELF_TEST, TEST_PAGE, UNLISTED].map((href) => `<p><a href="${href}">a link</a></p>`);
      network.serve(new URL(mail.url).hostname, htmlPage(mail.html(links.join(''))));
      const launch = browserKind === 'chromium' ? launchChromium : launchFirefox;
      const browser = await launch({
        extension: resolve(FOLDERS.built[browserKind]),
        proxyPort: network.port,
      });
      try {
        await browser.closeWelcome();
        await browser.moveClock(days);
        await browser.stopBackground();

        const options = await browser.openPage(
          browser.extensionUrl('src/extension/pages/options/options.html'),
        );
        const shown = await options.run(() => (window.wrappedJSObject ?? window).Date.now());
        expect(Math.round((shown - Date.now()) / 86_400_000)).toBe(days);
        await options.until(
          ({ one }) =>
            /test pages only, to show that marks work\. This list does not expire\./.test(
              one('#channels').innerText,
            ),
          { what: 'what the packaged list is' },
        );
        const lists = await options.run(({ one }) => one('#channels').innerText);
        expect(lists).toContain('Not protected by a list yet');
        expect(lists).not.toMatch(/too old|ended|out of date/);

        const page = await browser.openPage(mail.url);
        const marks = await untilMarked(page, [SELF_TEST, TEST_PAGE]);
        expect(marks.map(({ level }) => level)).toEqual(['danger', 'danger']);
        const tabId = await tabOf(options, new URL(mail.url).origin);
        // The third is not clear for want of a list.
        await expect
          .poll(() => ask(options, { type: 'get-tab', tabId }))
          .toMatchObject({ messages: 1, links: 3, danger: 2, caution: 0 });
        const popup = await browser.openPopup(page);
        const said = await popup.until('test pages only');
        expect(said).toContain('Not protected by a list yet');
        expect(said).not.toMatch(/too old|ended|out of date/);
        await popup.close();
      } finally {
        await browser.close();
      }
    },
  );
}
