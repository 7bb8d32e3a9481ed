import { encodeQR } from 'qr';
import { eventually, type Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { tier } from './harness/tiers.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { marksOf } from './harness/marks.ts';
import { byId, ownPageWithList, untilFramed } from './harness/own-parts.ts';

test.use({ installation: 'kept' });

const MAIL = mailPage();

/** A picture of a code, as a sender puts it into the message itself: GIF, which the page decodes. */
function codePicture(text: string, id = 'code'): string {
  const gif = Buffer.from(encodeQR(text, 'gif', { scale: 3, border: 4 })).toString('base64');
  return `<img id="${id}" alt="" src="data:image/gif;base64,${gif}">`;
}

/** How long a code has time: a document, a worker and a search, on a machine that does ten other things. */
const CODE_TIMEOUT_MS = 20_000;

async function untilMarkedCode(page: Page, id: string): Promise<void> {
  const isFramed = async (): Promise<boolean> => {
    await untilFramed(page, byId(id));
    return true;
  };
  await eventually('the mark at the code', isFramed, CODE_TIMEOUT_MS);
}

test(
  'a code in a message that leads to a listed page is marked, and asks nobody',
  tier('core'),
  async ({ world }) => {
    await ownPageWithList(world);
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`<p>Scan it:</p><p>${codePicture(LISTED.phishingUrl)}</p>`),
    );
    const before = world.proxy.seen.length;
    await untilMarkedCode(page, 'code');
    expect(await marksOf(page)).toMatchObject([{ level: 'danger' }]);
    expect(world.proxy.seen.slice(before).filter(({ url }) => url.includes('phish'))).toEqual([]);
  },
);

test(
  'a code that asks for a sign-in elsewhere is told by the message alone',
  tier('all'),
  async ({ world }) => {
    await ownPageWithList(world);
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(
        `<p>Your multi-factor sign-in expires today. Renew it, or your account will be suspended.</p>
       <p>${codePicture('https://mfa-renewal.top/device?id=8f2a77c19e')}</p>`,
      )
        .replaceAll('sender@news.example', 'notice@brookfield-notice.net')
        .replaceAll('>Sender<', '>Microsoft 365<')
        .replaceAll('name="Sender"', 'name="Microsoft 365"'),
    );
    await untilMarkedCode(page, 'code');
    await page.until(({ sign }) => sign()?.matches(':popover-open'), { what: 'the sign' });
    expect(await page.run(({ sign }) => sign()?.textContent)).toContain('QR');
  },
);

test(
  'a QR code that no browser opens as a page is dropped, and so is a picture of another origin',
  tier('all'),
  async ({ world }) => {
    await ownPageWithList(world);
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(
        // Side by side: a mark is drawn where its link is seen.
        `<p>${codePicture('otpauth://totp/a?secret=JBSWY3DPEHPK3PXP', 'secret')}
         ${codePicture('WIFI:T:WPA;S:home;P:hunter2;;', 'wifi')}
         <img id="far" src="https://pictures.example/code.png" width="60" height="60">
         ${codePicture(LISTED.phishingUrl, 'last')}</p>`,
      ),
    );
    // The last one is read behind the others.
    await untilMarkedCode(page, 'last');
    expect(await marksOf(page)).toHaveLength(1);
  },
);

test(
  'more pictures than there is time for in a minute: the message says so, and the code among them is found later',
  tier('soak'),
  async ({ world }) => {
    test.setTimeout(300_000);
    await ownPageWithList(world);
    // As many as are looked at in a minute, and then the code.
    const without = Array.from(
      { length: 40 },
      (_, n) =>
        `<img alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='140' height='140'><circle r='${n + 1}'/></svg>">`,
    ).join('');
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`<p>Pictures of the tour:</p><p>${without}${codePicture(LISTED.phishingUrl)}</p>`),
    );
    await page.until(({ sign }) => sign()?.matches(':popover-open'), { what: 'the sign' });
    expect(await page.run(({ sign }) => sign()?.textContent)).toContain('Not all pictures have been checked');
    expect(await marksOf(page)).toEqual([]);
    await page.until(({ marks }) => marks().length === 1, { what: 'the mark', timeout: 120_000 });
    await page.until(({ sign }) => sign()?.textContent.includes('Not all pictures') !== true, {
      what: 'the sign to go',
    });
  },
);

/** How else than by `img` a message shows a picture. */
const SHOWN: Readonly<Record<string, (source: string) => string>> = {
  'a background': (source) =>
    `<div id="code" style="width:150px;height:150px;background:url('${source}') no-repeat"></div>`,
  'a cell’s background': (source) =>
    `<table><tr><td id="code" width="150" height="150" background="${source}">scan</td></tr></table>`,
  'a style sheet': (source) =>
    `<style>.scan { width: 150px; height: 150px; background-image: linear-gradient(transparent, transparent), url(${source}) }</style><div id="code" class="scan"></div>`,
  'what stands before it': (source) =>
    `<style>#code::before { content: ""; display: block; width: 150px; height: 150px; background: url(${source}) }</style><div id="code"></div>`,
  'what stands after it': (source) =>
    `<style>#code::after { content: url(${source}) }</style><div id="code"></div>`,
  'a drawing': (source) =>
    `<svg width="150" height="150"><image id="code" href="${source}" width="150" height="150"/></svg>`,
  'a button': (source) => `<input id="code" type="image" width="150" height="150" src="${source}">`,
  'a film that has not begun': (source) =>
    `<video id="code" width="150" height="150" poster="${source}"></video>`,
};

for (const [what, show] of Object.entries(SHOWN))
  test(
    `a QR code that is shown by ${what} is marked, and asked of nobody again`,
    tier(!/drawing|style sheet/.test(what) ? 'soak' : 'core:chromium'),
    async ({ world }) => {
      await ownPageWithList(world);
      const gif = Buffer.from(encodeQR(LISTED.phishingUrl, 'gif', { scale: 3, border: 4 }));
      const within = await world.openMail(
        MAIL.url,
        MAIL.html(`<p>Scan it:</p>${show(`data:image/gif;base64,${gif.toString('base64')}`)}`),
      );
      await untilMarkedCode(within, 'code');
      await within.close();

      // An attachment, as Roundcube serves one.
      const html = MAIL.html(`<p>Scan it:</p>${show('/attached.gif')}`);
      world.proxy.serve(new URL(MAIL.url).hostname, (_request, response, { pathname }) => {
        const isPicture = pathname === '/attached.gif';
        response
          .writeHead(200, {
            'content-type': isPicture ? 'image/gif' : 'text/html',
            'cache-control': 'private',
          })
          .end(isPicture ? gif : html);
      });
      const page = await world.openSite(MAIL.url);
      await untilMarkedCode(page, 'code');
      expect(world.proxy.seen.filter(({ url }) => url.endsWith('/attached.gif'))).toHaveLength(1);
    },
  );

test('a QR code behind thousands of elements is found, or the sign says that not all was searched', async ({
  world,
}) => {
  await ownPageWithList(world);
  const filler = '<i></i>'.repeat(9_000);
  const gif = Buffer.from(encodeQR(LISTED.phishingUrl, 'gif', { scale: 3, border: 4 })).toString('base64');
  const code = `<div id="code" style="width:150px;height:150px;background:url(data:image/gif;base64,${gif})"></div>`;
  await untilMarkedCode(await world.openMail(MAIL.url, MAIL.html(`<p>Scan it:</p>${filler}${code}`)), 'code');

  const sheet = `<style>.scan { width: 150px; height: 150px; background: url(data:image/gif;base64,${gif}) }</style>`;
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(`<p>Scan it:</p>${sheet}${filler}<div class="scan"></div>`),
  );
  await page.until(({ sign }) => sign()?.textContent.includes('Not all pictures have been checked'), {
    what: 'the sign',
  });
});

test('of many pictures the one that is square and large is searched for QR codes first', async ({
  world,
}) => {
  await ownPageWithList(world);
  const small = `<img alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='60' height='60'><circle r='9'/></svg>">`;
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(`<p>${small.repeat(60)}</p><p>${codePicture(LISTED.phishingUrl)}</p>`),
  );
  await untilMarkedCode(page, 'code');
});

test(
  'a QR code that no page may read is found in a picture of the tab, at the reader’s click, and asks nobody',
  tier('core:firefox'),
  async ({ world }) => {
    const { browser, proxy } = world;
    await ownPageWithList(world);
    const gif = Buffer.from(encodeQR(LISTED.phishingUrl, 'gif', { scale: 4, border: 4 }));
    proxy.serve('pictures.example', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/gif' }).end(gif);
    });
    const page = await world.openMail(
      MAIL.url,
      MAIL.html('<p>Scan it:</p><p><img id="far" src="https://pictures.example/code.gif"></p>'),
    );
    await page.until(({ one }) => one<HTMLImageElement>('#far').naturalWidth > 0, { what: 'the picture' });
    const before = proxy.seen.length;
    const popup = await browser.openPopup(page);
    await popup.until('Is something missing?');
    await popup.click('#codes');
    const said = await popup.until('A QR code leads to');
    expect(said).toContain(new URL(LISTED.phishingUrl).host);
    expect(said).toContain('Danger');
    await popup.close();
    expect(proxy.seen.slice(before).filter(({ url }) => url.includes('phish'))).toEqual([]);
  },
);
