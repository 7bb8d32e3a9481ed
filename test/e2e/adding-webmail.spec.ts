import { eventually, type Browser } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { at, byId } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { htmlPage } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

const OPTIONS = 'src/extension/pages/options/options.html#webmails';

/** A webmail that nobody knows: three messages of one conversation, opened. */
const CHOIR = 'https://mail.choir.example/';
const CHOIR_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Choir mail</title></head><body><main>${[
  LISTED.phishingUrl,
  'https://www.example.org/notes',
  'https://www.example.org/more',
]
  .map(
    (
      href,
      index,
    ) => `<section><header><h2>Rehearsal ${index}</h2><a href="mailto:anna@choir.example">Anna</a></header>
      <div class="text"><font size="3">Dear all, here are the <a target="_blank" href="${href}">notes</a> for our rehearsal on Thursday.</font><p>We begin at seven, in the old hall.</p><p>Anna</p></div></section>`,
  )
  .join('')}</main></body></html>`;

/** Patterns of the sites that the extension may see, and of those at which its script was registered. */
async function access(
  browser: Browser,
): Promise<{ readonly origins: readonly string[]; readonly registered: readonly string[] }> {
  const own = await browser.openPage(browser.extensionUrl(OPTIONS));
  const found = await own.run(async ({ api }) => {
    const { origins = [] } = await api.permissions.getAll();
    const scripts = await api.scripting.getRegisteredContentScripts();
    return { origins, registered: [...new Set(scripts.flatMap(({ matches = [] }) => matches))] };
  });
  await own.close();
  return found;
}

test(
  'an unknown site is added in the popup by two clicks, says what it found, and can be removed',
  tier('core'),
  async ({ world }) => {
    const { browser, proxy } = world;
    proxy.serve('mail.choir.example', htmlPage(CHOIR_PAGE));
    const page = await browser.openPage(CHOIR);
    const popup = await browser.openPopup(page);
    await popup.until('Nothing on it is read or checked.');
    await popup.until('Check mail on mail.choir.example');
    await popup.clickAndAllow('#add-site', ['https://mail.choir.example/*']);
    await untilMarked(page, [LISTED.phishingUrl], 30_000);
    await popup.close();
    expect(await access(browser)).toMatchObject({
      origins: expect.arrayContaining(['https://mail.choir.example/*']),
      registered: ['https://mail.choir.example/*'],
    });

    // Also on the next page, and after the background was stopped.
    await browser.stopBackground();
    await page.reload();
    await untilMarked(page, [LISTED.phishingUrl], 30_000);
    const again = await browser.openPopup(page);
    await again.until('3 messages, found by their structure');
    await again.close();

    const options = await world.openOwn(OPTIONS);
    const remove = at('button[aria-label="Remove mail.choir.example"]');
    await options.until(remove);
    // Not by the mouse: what is above it may still be coming, and it moves.
    await options.run((_, find) => find().click(), remove);
    await options.until(() => document.body.innerText.includes('You have added no site.'));
    // What was drawn there goes at once, without a reload.
    await untilMarked(page, [], 30_000);
    const after = await access(browser);
    expect(after.registered).toEqual([]);
    expect(after.origins).not.toContain('https://mail.choir.example/*');
    await page.reload();
    const last = await browser.openPopup(page);
    await last.until('Check mail on mail.choir.example');
    await last.close();
    expect(await browser.problems()).toEqual([]);
  },
);

test(
  'the first look at a site says which webmail it was recognised as, and how many messages it found, or what to do',
  tier('all'),
  async ({ world }) => {
    const { browser, proxy } = world;
    for (const [host, html, words] of [
      [
        'mail.choir.example',
        CHOIR_PAGE,
        'A webmail that Spamlight does not know by name. 3 messages found on this page.',
      ],
      [
        'www.empty.example',
        '<!doctype html><title>x</title><p>Hello',
        'A webmail that Spamlight does not know by name. No message found on this page yet. Open one.',
      ],
      [
        'post.choir.example',
        mailPage('Roundcube').html(`<p><a href="${LISTED.phishingUrl}">confirm</a></p>`),
        'This is Roundcube. 1 message found on this page.',
      ],
      [
        'read.choir.example',
        mailPage('Roundcube').html('').replace('id="messagebody"', 'id="mailboxlist"'),
        'This is Roundcube. No message found on this page yet. Open one.',
      ],
    ] as const) {
      proxy.serve(host, htmlPage(html));
      const page = await browser.openPage(`https://${host}/`);
      const popup = await browser.openPopup(page);
      await popup.clickAndAllow('#add-site', [`https://${host}/*`]);
      await popup.until(words);
      await popup.close();
    }
  },
);

test(
  'a webmail that is built in but not granted at install is offered by its name, with all its hosts',
  tier('core:chromium'),
  async ({ world }) => {
    const { browser, proxy } = world;
    proxy.serve('mail.zoho.eu', htmlPage('<!doctype html><title>Zoho</title><p>Inbox'));
    const page = await browser.openPage('https://mail.zoho.eu/');
    const popup = await browser.openPopup(page);
    await popup.until('This is Zoho Mail.');
    const patterns = ['https://mail.zoho.com/*', 'https://mail.zoho.eu/*', 'https://mail.zoho.in/*'];
    await popup.clickAndAllow('#add-site', patterns);
    await popup.until('This is Zoho Mail. No message found on this page yet.');
    await popup.close();
    const { registered } = await access(browser);
    expect([...registered].sort()).toEqual(patterns);
  },
);

test(
  'a webmail whose permission was withdrawn says so, and is checked again after one click',
  tier('core:firefox'),
  async ({ world }) => {
    test.skip(
      world.browser.kind === 'chromium',
      'Chromium takes the click itself there, and offers to load the page again; the settings have the button too',
    );
    const { browser } = world;
    const mail = mailPage('Gmail');
    const page = await world.openMail(
      mail.url,
      mail.html(`<p><a href="${LISTED.phishingUrl}">confirm</a></p>`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    await browser.withdrawSites();
    await untilMarked(page, []);
    const popup = await browser.openPopup(page);
    await popup.until('Not checked: Spamlight may not see Gmail');
    await popup.clickAndAllow('#add-site', ['https://mail.google.com/*']);
    await untilMarked(page, [LISTED.phishingUrl], 30_000);
    await popup.close();
    // The manifest starts the script there; it is not registered a second time.
    expect((await access(browser)).registered).toEqual([]);
    await page.reload();
    await untilMarked(page, [LISTED.phishingUrl], 30_000);
  },
);

test(
  'the settings name each webmail whose permission was withdrawn, with the button that asks for it',
  tier('all'),
  async ({ world }) => {
    const { browser } = world;
    const mail = mailPage('Gmail');
    const page = await world.openMail(
      mail.url,
      mail.html(`<p><a href="${LISTED.phishingUrl}">confirm</a></p>`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    await browser.withdrawSites();
    await untilMarked(page, []);
    const options = await world.openOwn(OPTIONS);
    const button = script(({ all }) =>
      all('button').find(({ textContent }) => textContent.includes('Check mail on Gmail')),
    );
    await options.until(button);
    expect(await options.run(() => document.body.innerText)).toContain(
      'Not checked: Spamlight may not see Gmail',
    );
    await browser.clickAndAllow(options, button, ['https://mail.google.com/*']);
    await options.until(script((_, find) => find() === undefined, button));
    // In the page that is open already.
    await untilMarked(page, [LISTED.phishingUrl], 30_000);
  },
);

test(
  'checking is paused on a site: marks go, a click opens, the popup says so; and it goes on again',
  tier('core:chromium'),
  async ({ world }) => {
    const { browser } = world;
    const mail = mailPage('Gmail');
    const page = await world.openMail(
      mail.url,
      mail.html(`<p><a id="bad" href="${LISTED.phishingUrl}">confirm</a></p>`),
    );
    world.proxy.serve(
      new URL(LISTED.phishingUrl).hostname,
      htmlPage('<!doctype html><p id="arrived">arrived'),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    const popup = await browser.openPopup(page);
    await popup.click('#pause');
    const said = await popup.until('Paused on this site');
    expect(said).not.toMatch(/looked up|None of them is listed/);
    await popup.close();
    await untilMarked(page, []);

    // It holds for pages that are opened later, also when the background had to start anew.
    await browser.stopBackground();
    await page.reload();
    await page.until(({ one }) => one('spamlight-marks'));
    const again = await browser.openPopup(page);
    await again.until('Paused on this site');
    await untilMarked(page, []);
    await again.click('#resume');
    await again.until('1 link flagged');
    await untilMarked(page, [LISTED.phishingUrl]);

    await again.click('#pause');
    await again.until('Paused on this site');
    await again.close();
    await untilMarked(page, []);
    await page.click(byId('bad'));
    await page.until(byId('arrived'), { what: 'the link to open without a question' });
  },
);

test(
  'a site on which no message was recognised for 14 days is named in the settings, until one is, or the site goes',
  tier('all'),
  async ({ world }) => {
    const { browser, proxy } = world;
    const host = 'mail.odd.example';
    proxy.serve(
      host,
      htmlPage('<!doctype html><title>Odd mail</title><p><a href="https://www.example.org/a">a link</a></p>'),
    );
    const page = await browser.openPage(`https://${host}/`);
    const popup = await browser.openPopup(page);
    await popup.clickAndAllow('#add-site', [`https://${host}/*`]);
    await popup.until('No message recognised on this page yet');
    await popup.close();
    const options = await world.openOwn(OPTIONS);
    const today = Math.floor(Date.now() / 86_400_000);
    const stored = (days?: readonly number[]): Promise<unknown> =>
      options.run(
        async (_, host, days) => {
          const answerTo = <Value>(asked: IDBRequest<Value>): Promise<Value> =>
            new Promise((resolve, reject) => {
              asked.addEventListener('success', () => resolve(asked.result));
              asked.addEventListener('error', () => reject(asked.error ?? new Error('not read')));
            });
          const db = await answerTo(indexedDB.open('spamlight-private'));
          const values = db.transaction('values', 'readwrite').objectStore('values');
          if (days !== undefined) values.put({ key: 'fallbackSites', value: [{ host, days, links: 3 }] });
          const asked = values.get('fallbackSites') as IDBRequest<{ readonly value: unknown } | undefined>;
          const record = await answerTo(asked);
          db.close();
          return record?.value ?? [];
        },
        host,
        days,
      );
    await eventually('the first day', async () => JSON.stringify(await stored()).includes(String(today)));

    // As if the reader had been there before, and were there again today.
    await stored([today - 15, today - 7]);
    await browser.stopBackground();
    await page.reload();
    await eventually('today', async () => JSON.stringify(await stored()).includes(`${today - 7},${today}`));
    await options.reload();
    const row = script(
      ({ all }, key) => all('li').find(({ dataset }) => dataset['key'] === key)?.innerText ?? '',
      host,
    );
    await options.until(script((_, text) => text().includes('On 3 days'), row));

    proxy.serve(host, htmlPage(CHOIR_PAGE));
    await page.reload();
    await eventually('nothing to be kept', async () => JSON.stringify(await stored()) === '[]');
    await options.reload();
    await options.until(script((_, text, start) => text().startsWith(start), row, host));
    expect(await options.run(row)).not.toContain('recognised');

    await stored([today - 15, today - 7, today]);
    await options.run((_, find) => find().click(), at(`button[aria-label="Remove ${host}"]`));
    await eventually('nothing to be kept', async () => JSON.stringify(await stored()) === '[]');
  },
);
