import axe from 'axe-core';
import { RULES, violations, type Violation } from './harness/axe.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { ownPageWithList, setPreferences, tabOf, untilCount } from './harness/own-parts.ts';

const PAGES = {
  options: 'src/pages/options/options.html',
  popup: 'src/pages/popup/popup.html',
  'first aid': 'src/pages/first-aid/first-aid.html#malware',
  welcome: 'src/pages/welcome/welcome.html',
} as const;

const READY = `document.querySelector('main, body > *') && !document.querySelector('[aria-busy=true]') && document.body.innerText.length > 60`;

for (const [name, path] of Object.entries(PAGES)) {
  test(`the ${name} page has nothing that axe objects to, light and dark, narrow and wide`, async ({
    world,
  }) => {
    for (const dark of [false, true]) {
      for (const width of name === 'popup' ? [400] : [480, 1280]) {
        const page = await world.openOwn(path, { dark, width, height: 900 });
        await page.until(READY);
        expect(await violations(page), `${dark ? 'dark' : 'light'}, ${width} px`).toEqual([]);
        const overflow = await page.run(
          'return document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect(overflow, `scrolls sideways at ${width} px`).toBe(0);
        await page.close();
      }
    }
  });
}

test('the marks in a page have nothing that axe objects to', async ({ world }) => {
  const mail = mailPage();
  const page = await world.openMail(
    mail.url,
    mail.html(`<p><a href="${LISTED.phishingUrl}">confirm your account</a></p>`),
  );
  await untilMarked(page, [LISTED.phishingUrl]);
  const found = (await page.run(
    `${axe.source}
     const { violations } = await window.axe.run({ include: [['spamlight-marks']] }, { resultTypes: ['violations'], rules: ${JSON.stringify(RULES)} });
     return violations;`,
  )) as readonly Violation[];
  expect(found).toEqual([]);
});

const control = (section: string, kind: string, name: string): string =>
  `[...document.querySelectorAll('#${section} ${kind}')].find((each) => each.checkVisibility() && (each.ariaLabel || each.labels?.[0]?.textContent || each.textContent).trim().startsWith(${JSON.stringify(name)}))`;

test('the allowlist: add, search, remove, undo; the mail in the other tab follows at once', async ({
  world,
}) => {
  const mail = mailPage();
  const page = await world.openMail(
    mail.url,
    mail.html(`<p><a href="${LISTED.phishingUrl}">confirm your account</a></p>`),
  );
  await untilMarked(page, [LISTED.phishingUrl]);

  const options = await world.openOwn(PAGES.options, { height: 1000 });
  // The first update of all is under way when the page opens, and what it has to say moves all that is below.
  await options.until(`/Next look/.test(document.querySelector('#channels').innerText)`);
  const address = control('allowlist', 'input[type=text]', 'Address');
  await options.click(address);
  await options.until(`document.activeElement === ${address}`, { what: 'the field to have the focus' });
  await options.type('https://login.bank-check.example/verify/account.php');
  await options.press('Enter');
  await options.until(control('allowlist', 'button', 'Remove'));
  expect(await options.run(`return document.querySelector('#allowlist').innerText`)).toContain(
    'bank-check.example',
  );
  await untilMarked(page, []);

  await options.click(control('allowlist', 'button', 'Remove'));
  await untilMarked(page, [LISTED.phishingUrl]);
  await options.until(control('allowlist', 'button', 'Undo'));
  await options.click(control('allowlist', 'button', 'Undo'));
  await untilMarked(page, []);

  // The popup's link to the list leads there, and the side bar says so; as it does at the end of the page.
  for (const section of ['allowlist', 'about']) {
    const linked = await world.openOwn(`${PAGES.options}#${section}`, { height: 1000 });
    await linked.until(control('allowlist', 'button', 'Trust'));
    await linked.until(
      `[...document.querySelectorAll('nav [aria-current]')].map(({ hash }) => hash).join() === '#${section}'`,
      { what: `the side bar to say ${section}` },
    );
    await linked.until(
      `(() => { const { top } = document.querySelector('#${section} h2').getBoundingClientRect(); return top >= 0 && top < innerHeight; })()`,
      { what: `${section} to be in sight` },
    );
    await linked.close();
  }
});

test('the popup of two flagged links is as high as a browser lets one be', async ({ world }) => {
  const own = await ownPageWithList(world);
  const mail = mailPage();
  const page = await world.openMail(
    mail.url,
    mail.html(
      `<p><a href="${LISTED.phishingUrl}">Confirm your account</a> <a href="https://www.${LISTED.phishingHost}/a">b</a></p>`,
    ),
  );
  await untilCount(page, 2);
  const tab = await tabOf(own, new URL(mail.url).host);
  const popup = await world.openOwn(`src/pages/popup/popup.html?tab=${tab}`, { width: 384, height: 600 });
  await popup.until(`document.querySelectorAll('.flagged').length === 2`);
  expect(await popup.run('return document.documentElement.scrollHeight')).toBeLessThanOrEqual(600);
});

test('Update now shows that it works, and ends with the time of the next look', async ({ world }) => {
  const options = await world.openOwn(PAGES.options, { height: 1000 });
  // The first update of all is under way when the page opens.
  await options.until(`/Next look/.test(document.querySelector('#channels').innerText)`);
  await options.click(control('channels', 'button', 'Update now'));
  await options.until(
    `/Next look/.test(document.querySelector('#channels').innerText) && !document.querySelector('#channels progress')`,
  );
  // Folded, among the technical details.
  expect(await options.run(`return document.querySelector('#channels').textContent`)).toContain(
    'channel.test',
  );
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });

  test('the pages speak Chinese, and have nothing that axe objects to', async ({ world }) => {
    if (world.browser.kind === 'firefox') {
      // A stock Firefox has the language of its package; a reader can choose another one for Spamlight.
      const options = await world.openOwn(PAGES.options);
      await setPreferences(options, { language: 'zh-CN' });
    }
    for (const path of Object.values(PAGES)) {
      const page = await world.openOwn(path, { height: 900 });
      await page.until(READY.replace('> 60', '> 25'));
      expect(await page.run('return document.documentElement.lang')).toMatch(/^zh/);
      expect(await page.run(`return /[\\u4e00-\\u9fff]{4}/.test(document.body.innerText)`)).toBe(true);
      expect(await violations(page)).toEqual([]);
    }
  });
});
