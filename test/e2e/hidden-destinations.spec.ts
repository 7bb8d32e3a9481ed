import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { byId, goBack, pointAway, untilAsked, untilCount } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

const MAIL = mailPage();

/** Of the question. */
const TEXT = script(({ one, root }) => one('dialog', root()).textContent);

const safeLink = (url: string, decoys = ''): string =>
  `https://eur01.safelinks.protection.outlook.com/?${decoys}url=${encodeURIComponent(url)}&amp;data=05`;

function nested(depth: number): string {
  let href: string = LISTED.phishingUrl;
  for (let count = 0; count < depth; count++)
    href = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(href)}`;
  return href;
}

const DECOYS = Array.from({ length: 64 }, (_, index) => `x${index}=https://good${index}.example/&amp;`).join(
  '',
);

/** What is said of a listed link, and nothing less. */
const DANGER = /This link is dangerous[^]*bank-check\.example/;

test('a listed link asks first, however much is packed around it', tier('core'), async ({ world }) => {
  const links: readonly (readonly [string, string, RegExp])[] = [
    ['decoys', safeLink(LISTED.phishingUrl, DECOYS), DANGER],
    ['nested', nested(6), /A listed address is part of it[^]*bank-check\.example/],
    ['nested-deeply', nested(30), /More is packed into it than Spamlight can read/],
    ['fragment', `${LISTED.phishingUrl}#${'a'.repeat(66_000)}`, DANGER],
    ['credentials', LISTED.phishingUrl.replace('//', `//${'a:b@'.repeat(16_500)}`), DANGER],
    ['listed-query', `${LISTED.phishingUrl}?${'a'.repeat(66_000)}`, DANGER],
    ['query', `https://www.example.org/garden?${'a'.repeat(66_000)}`, /More is packed into it/],
  ];
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(links.map(([id, href]) => `<p><a id="${id}" href="${href}">${id}</a></p>`).join('')),
  );
  await untilCount(page, links.length);
  const address = await page.url();
  for (const [id, , says] of links) {
    await test.step(id, async () => {
      await pointAway(page);
      await page.click(byId(id));
      await untilAsked(page);
      expect(await page.run(TEXT), id).toMatch(says);
      await goBack(page);
    });
  }
  expect(await page.url()).toBe(address);
});

test(
  'a link of an unknown redirector asks where the address that it carries is listed',
  tier('core:chromium'),
  async ({ world }) => {
    const listed = encodeURIComponent(LISTED.phishingUrl);
    const base64 = Buffer.from(LISTED.phishingUrl).toString('base64url');
    const links = [
      ['parameter', `https://www.example.org/go?zq=${listed}`],
      ['twice', `https://www.example.org/go?zq=${encodeURIComponent(listed)}`],
      ['path', `https://www.example.org/go/${LISTED.phishingUrl}`],
      ['base64', `https://www.example.org/r/${base64}/de`],
      ['fragment', `https://www.example.org/#${LISTED.phishingUrl}`],
    ] as const;
    const share = `https://www.facebook.com/sharer/sharer.php?u=${listed}`;
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(
        [...links, ['share', share] as const]
          .map(([id, href]) => `<p><a id="${id}" href="${href}">${id}</a></p>`)
          .join(''),
      ),
    );
    await untilCount(page, links.length);
    for (const [id] of links) {
      await test.step(id, async () => {
        await pointAway(page);
        await page.click(byId(id));
        await untilAsked(page);
        const text = await page.run(TEXT);
        expect(text, id).toMatch(/A listed address is part of it/);
        expect(text, id).toContain('example.org');
        await goBack(page);
      });
    }
  },
);
