import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { MAIL_PAGES, mailPage } from './harness/mail-pages.ts';
import { marksOf, untilMarked } from './harness/marks.ts';
import { UPDATE_PATIENCE } from './harness/pinned-channel.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

const CLEAN = 'https://www.example.org/garden/tulips';

const MESSAGE = `
  <p>Dear reader,</p>
  <p><a href="${LISTED.phishingUrl}">confirm your account</a></p>
  <p><a href="${CLEAN}">tulips</a></p>
  <p><a href="https://www.${LISTED.spamHost}/order?x=1">pills</a></p>`;

for (const mail of MAIL_PAGES) {
  test(
    `${mail.name}: a listed link is marked, an unlisted one and the page around are not`,
    tier(['Gmail', 'Roundcube'].includes(mail.name) ? 'core' : 'core:chromium'),
    async ({ world }) => {
      const page = await world.openMail(mail.url, mail.html(MESSAGE));
      const marks = await untilMarked(page, [LISTED.phishingUrl, `https://www.${LISTED.spamHost}/order?x=1`]);
      const byHref = new Map(marks.map((mark) => [mark.href, mark]));
      expect(byHref.get(LISTED.phishingUrl)).toMatchObject({ level: 'danger' });
      expect(byHref.get(LISTED.phishingUrl)?.label).toMatch(/phishing/i);
      expect(byHref.get(`https://www.${LISTED.spamHost}/order?x=1`)).toMatchObject({ level: 'caution' });
    },
  );
}

test(
  'a link added later is marked, and one whose destination changes',
  tier('core:chromium'),
  async ({ world }) => {
    const mail = mailPage();
    const page = await world.openMail(mail.url, mail.html(`<p><a id="first" href="${CLEAN}">tulips</a></p>`));
    await page.until(() => document.querySelector('spamlight-marks'));
    expect(await marksOf(page)).toEqual([]);

    await page.run(
      (_, find, href) => {
        const link = Object.assign(document.createElement('a'), { href, textContent: 'later' });
        const line = document.createElement('p');
        line.append(link);
        find().append(line);
      },
      mail.body,
      LISTED.malwareUrl,
    );
    await untilMarked(page, [LISTED.malwareUrl]);

    await page.run(({ one }, href) => {
      one<HTMLAnchorElement>('#first').href = href;
    }, LISTED.phishingUrl);
    await untilMarked(page, [LISTED.malwareUrl, LISTED.phishingUrl]);

    await page.run(({ one }, href) => {
      one<HTMLAnchorElement>('#first').href = href;
    }, CLEAN);
    await untilMarked(page, [LISTED.malwareUrl]);
  },
);

test(
  'a site that is trusted by the context menu is cleared at once, in every open tab, until that is undone',
  tier('core'),
  async ({ world }) => {
    const mail = mailPage();
    const page = await world.openMail(mail.url, mail.html(MESSAGE));
    const both = [LISTED.phishingUrl, `https://www.${LISTED.spamHost}/order?x=1`];
    await untilMarked(page, both);
    const other = await world.browser.openPage(mail.url.replace('#inbox', '#all'));
    await untilMarked(other, both);

    await world.browser.chooseMenuItem(page, `a[href="${LISTED.phishingUrl}"]`, 'trust-site');
    await untilMarked(page, both.slice(1));
    await untilMarked(other, both.slice(1));

    const options = await world.openOwn('src/extension/pages/options/options.html');
    const rules = await options.run(({ send }) => send({ type: 'list-rules', action: 'trust' }));
    expect(rules).toMatchObject({ rules: [{ action: 'trust', subject: 'bank-check.example' }] });
    const [rule] = 'rules' in rules ? rules.rules : [];
    await options.run(({ send }, ruleId) => send({ type: 'undo-rule', ruleId }), rule?.id ?? '');
    await untilMarked(page, both);
  },
);

test(
  'a link beside the message that is chosen in the browser’s menu: nothing changes, and the reader is told why',
  tier('core:chromium'),
  async ({ world }) => {
    const mail = mailPage();
    const page = await world.openMail(
      mail.url,
      mail
        .html(MESSAGE)
        .replace('</body>', `<a id="beside" href="${CLEAN}/beside">the webmail’s own</a></body>`),
    );
    await untilMarked(page, [LISTED.phishingUrl, `https://www.${LISTED.spamHost}/order?x=1`]);
    await world.browser.chooseMenuItem(page, '#beside', 'block-site');
    await page.until(({ toast }) => toast()?.textContent.includes('This link is not part of a message'), {
      what: 'the reason',
    });
    const own = await world.openOwn('src/extension/pages/options/options.html');
    expect(await own.run(({ send }) => send({ type: 'list-rules', action: 'block' }))).toMatchObject({
      rules: [],
    });
  },
);

test('a site that the reader blocks is marked at once', tier('core:firefox'), async ({ world }) => {
  const mail = mailPage();
  const page = await world.openMail(mail.url, mail.html(MESSAGE));
  const before = [LISTED.phishingUrl, `https://www.${LISTED.spamHost}/order?x=1`];
  await untilMarked(page, before);
  await world.browser.chooseMenuItem(page, `a[href="${CLEAN}"]`, 'block-site');
  const marks = await untilMarked(page, [...before, CLEAN]);
  expect(marks.find(({ href }) => href === CLEAN)).toMatchObject({ level: 'danger' });
});

test('the next link is still marked after the background was stopped', tier('core'), async ({ world }) => {
  const mail = mailPage();
  const page = await world.openMail(mail.url, mail.html(MESSAGE));
  const before = [LISTED.phishingUrl, `https://www.${LISTED.spamHost}/order?x=1`];
  await untilMarked(page, before);
  await world.browser.stopBackground();
  await page.run(
    (_, find, href) => {
      find().append(Object.assign(document.createElement('a'), { href, textContent: 'after the stop' }));
    },
    mail.body,
    LISTED.malwareUrl,
  );
  // The stored list is read again first.
  await untilMarked(page, [...before, LISTED.malwareUrl], UPDATE_PATIENCE);
});
