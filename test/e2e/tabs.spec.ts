import { eventually } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

test(
  'the toolbar shows how many links of the tab are flagged, and nothing when there are none',
  tier('core:chromium'),
  async ({ world }) => {
    const mail = mailPage();
    const flagged = [LISTED.phishingUrl, LISTED.malwareUrl];
    const page = await world.openMail(
      mail.url,
      mail.html(flagged.map((href) => `<p><a href="${href}">x</a></p>`).join('')),
    );
    await untilMarked(page, flagged);
    const options = await world.openOwn('src/extension/pages/options/options.html');
    const badge = (): Promise<string> =>
      options.run(async ({ api }) => {
        const tab = (await api.tabs.query({})).find(({ url }) => url?.startsWith('https://mail.google.com/'));
        if (tab?.id === undefined) throw new Error('no tab');
        return api.action.getBadgeText({ tabId: tab.id });
      });
    await eventually('the badge', async () => (await badge()) === '2');
    await page.run((_, find) => find().replaceChildren(), mail.body);
    await eventually('the badge to go', async () => (await badge()) === '');
  },
);

test(
  'a tab that was open before the extension was is looked at as soon as it is there',
  tier('core'),
  async ({ world }) => {
    const mail = mailPage();
    const page = await world.openMail(mail.url, mail.html(`<p><a href="${LISTED.phishingUrl}">x</a></p>`));
    await untilMarked(page, [LISTED.phishingUrl]);
    // Loading the extension anew is what an update does: the script in the page has lost its other half.
    await world.browser.reloadExtension();
    await page.run(
      (_, find, href) => {
        find().append(Object.assign(document.createElement('a'), { href, textContent: 'after the update' }));
      },
      mail.body,
      LISTED.malwareUrl,
    );
    const marks = await untilMarked(page, [LISTED.phishingUrl, LISTED.malwareUrl], 30_000);
    expect(marks.length).toBe(2);
  },
);
