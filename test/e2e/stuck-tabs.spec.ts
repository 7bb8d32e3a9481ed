/** A tab that does not answer keeps Spamlight out of no other. */
import { eventually, type Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { ask, OPTIONS } from './harness/pinned-channel.ts';
import { htmlPage, type Proxy } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';
import type { TabReport } from '../../src/extension/protocol/tab-messages.ts';

const LINK = `<p><a href="${LISTED.phishingUrl}">confirm</a></p>`;

/** A webmail of which one frame has got half of its HTML, and then nothing. */
function serveStalled(proxy: Proxy, host: string): void {
  const page = htmlPage(mailPage('Roundcube').html(LINK));
  proxy.serve(host, (request, response, url) => {
    if (url.pathname !== '/stalled') return page(request, response, url);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.write(`<!doctype html><title>half</title><p>one half${'<p>and more'.repeat(1_000)}`);
  });
}

const addStalledFrame = async (page: Page): Promise<void> => {
  await page.run(() => {
    document.body.append(Object.assign(document.createElement('iframe'), { id: 'stalled', src: '/stalled' }));
  });
  await page.until(
    ({ one }) => {
      const { contentDocument: half } = one<HTMLIFrameElement>('#stalled');
      return half?.URL.endsWith('/stalled') === true && half.readyState === 'loading';
    },
    { what: 'half of the frame' },
  );
};

test(
  'a frame that never ends keeps the script out of no tab, and out of no webmail that is added later',
  tier('core:firefox'),
  async ({ world }) => {
    const { browser, proxy } = world;
    for (const host of ['mail.choir.example', 'post.choir.example']) {
      serveStalled(proxy, host);
      const page = await browser.openPage(`https://${host}/`);
      await addStalledFrame(page);
      const popup = await browser.openPopup(page);
      await popup.clickAndAllow('#add-site', [`https://${host}/*`]);
      await popup.until('This is Roundcube. 1 message found on this page.');
      await popup.close();
      await untilMarked(page, [LISTED.phishingUrl]);
      // The style sheet too: what stands in for it would outlast the extension.
      await page.until(
        () =>
          getComputedStyle(document.querySelector('spamlight-marks') ?? document.body)
            .getPropertyValue('--spamlight-alive')
            .trim() === 'block',
        { what: 'the style sheet' },
      );
    }
    expect(await browser.problems()).toEqual([]);
  },
);

test(
  'a dialog that is open in one webmail keeps the script out of no other, and is told of until it is closed',
  tier('core:chromium'),
  async ({ world }) => {
    const { browser } = world;
    const gmail = mailPage('Gmail');
    const outlook = mailPage('Outlook');
    const stuck = await world.openMail(gmail.url, gmail.html(LINK));
    const other = await world.openMail(outlook.url, outlook.html(LINK));
    await untilMarked(stuck, [LISTED.phishingUrl]);
    await untilMarked(other, [LISTED.phishingUrl]);
    const closeDialog = await stuck.openAlert();
    // Loading it anew is what an update does: both pages need the new script.
    await browser.reloadExtension();
    await other.show();
    await other.run(
      (_, find, href) => {
        find().append(Object.assign(document.createElement('a'), { href, textContent: 'after the update' }));
      },
      outlook.body,
      LISTED.malwareUrl,
    );
    await untilMarked(other, [LISTED.phishingUrl, LISTED.malwareUrl]);

    const options = await world.openOwn(OPTIONS);
    const tabId = await options.run(
      async ({ api }, url) => {
        const [tab] = await api.tabs.query({ url });
        if (tab?.id === undefined) throw new Error('no tab');
        return tab.id;
      },
      `${new URL(gmail.url).origin}/*`,
    );
    const stuckTab = async (): Promise<TabReport> =>
      (await ask(options, { type: 'get-tab', tabId })) as TabReport;
    // Firefox runs scripts in a page with a dialog.
    if (browser.kind === 'chromium')
      await eventually('the tab to be told of', async () => (await stuckTab()).isUnreached);
    await closeDialog();
    await eventually('the tab to be reached', async () => {
      const { isUnreached, danger } = await stuckTab();
      return !isUnreached && danger === 1;
    });
    expect(await browser.problems()).toEqual([]);
  },
);
