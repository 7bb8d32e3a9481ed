import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { byId, untilFramed } from './harness/own-parts.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

const MAIL = mailPage();
const BAD = LISTED.phishingUrl;

/** A picture of this size that draws nothing. */
const picture = (width: number, height: number): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;

async function load(page: Page, id: string, width: number, height: number): Promise<void> {
  await page.run(
    ({ one }, selector, src) => {
      one<HTMLImageElement>(selector).src = src;
    },
    `#${id}`,
    picture(width, height),
  );
}

test(
  'a linked picture that loads late is framed as it is then, whatever was in its place',
  tier('core:chromium'),
  async ({ world }) => {
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(
        `<p><a href="${BAD}?1"><img id="nothing"></a></p>
       <p><a href="${BAD}?2"><img id="strip" alt="Show images" src="/not-there.png"></a></p>
       <p><a href="${BAD}?3"><img id="small" width="30" height="20" src="${picture(30, 20)}"></a></p>
       <p><img id="map" usemap="#m"><map name="m"><area shape="default" href="${BAD}?4"></map></p>
       <p>Some words <a id="text" href="${BAD}?5">beside them</a></p>`,
      ),
    );
    await untilFramed(page, byId('text'));
    await load(page, 'nothing', 220, 60);
    await untilFramed(page, byId('nothing'));
    await load(page, 'strip', 240, 80);
    await untilFramed(page, byId('strip'));
    await load(page, 'map', 120, 90);
    await untilFramed(page, byId('map'));
    // As a style sheet of the webmail does, without any picture loading.
    await page.run(({ one }) => {
      const image = one<HTMLImageElement>('#small');
      image.width = 300;
      image.height = 70;
    });
    await untilFramed(page, byId('small'));
    await untilFramed(page, byId('text'));
  },
);

test(
  'a link that is bold in the middle has one frame on a line, and two on two',
  tier('core:firefox'),
  async ({ world }) => {
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(
        `<p style="width:500px"><a id="one" href="${BAD}?1">This is <b>your bank</b> speaking</a></p>
       <p style="width:150px"><a id="two" href="${BAD}?2">This is <b>your own bank</b> speaking</a></p>`,
      ),
    );
    await untilFramed(page, byId('one'));
    await untilFramed(page, byId('two'));
    expect(
      await page.run(({ all, marks }) =>
        marks()
          .map((mark) => all('.frame', mark).length)
          .sort((a, b) => a - b)
          .join(),
      ),
    ).toBe('1,2');
  },
);
