import { readFileSync, writeFileSync } from 'node:fs';
import { test } from '../harness/fixtures.ts';
import { at, ownPageWithList } from '../harness/own-parts.ts';
import { signIn, withRoundcube } from '../harness/roundcube-page.ts';
import type { ProductMail } from './compare-facts.ts';
import { lookAtSign, type SeenSign } from '../harness/sign-look.ts';

/** Written by `npm run soak -- sign-places`, which reads what this leaves beside it. */
const FILE = process.env['SPAMLIGHT_SIGN_PLACES'] ?? '';

test.skip(FILE === '', 'run by npm run soak -- sign-places');

/** Of the windows. CSS pixels. */
const WIDTHS = [1366, 1100, 700, 500] as const;

test('elements that the sign of each mail lies on are written down', async ({ world }) => {
  const mails = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the soak itself
    .map((line) => JSON.parse(line) as ProductMail);
  test.setTimeout(180_000 + mails.length * WIDTHS.length * 20_000);
  await withRoundcube(
    'elastic',
    async (roundcube) => {
      await ownPageWithList(world);
      const seen: SeenSign[] = [];
      for (const width of WIDTHS) {
        const page = await world.openSite(roundcube.url, { width, height: 700 });
        if (width === WIDTHS[0]) await signIn(page, roundcube, Math.min(mails.length, 50));
        for (const [index, { id }] of mails.entries()) {
          await page.goto(`${roundcube.url}?_task=mail&_mbox=INBOX&_uid=${index + 1}&_action=show`);
          seen.push({ id, width, ...(await lookAtSign(page, at('#messagebody'))) });
          const folder = process.env['SPAMLIGHT_SIGN_PICTURES'];
          if (folder !== undefined)
            await page.screenshot(`${folder}/${world.browser.kind}-${index}-${width}.png`);
        }
        await page.close();
      }
      writeFileSync(`${FILE}.${test.info().project.name}`, JSON.stringify(seen));
    },
    mails.map(({ source }) => source),
  );
});
