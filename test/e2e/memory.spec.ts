import { eventually } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { SOAK } from './harness/families.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { untilCount } from './harness/own-parts.ts';

const MAIL = mailPage();

/** As many as show a leak; the soak opens 500. */
const MESSAGES = Number(process.env['SPAMLIGHT_MESSAGES'] ?? 150);

test(
  'of messages that were opened and marked, the bodies of the closed ones are not kept in memory',
  SOAK,
  async ({ world }) => {
    test.setTimeout(600_000);
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`<p><a href="${LISTED.phishingUrl}">first</a></p>`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    await page.run('window.bodies = []');
    for (let n = 0; n < MESSAGES; n++) {
      // Each has another number of links than the one before, so that its own marks can be told from those.
      const links = 1 + (n % 3);
      await page.run(
        `const body = document.createElement('div');
       body.className = 'a3s aiL';
       for (let link = 0; link < args.links; link++) {
         const line = document.createElement('p'), a = document.createElement('a');
         a.href = args.href + '?' + args.n + '.' + link;
         a.textContent = 'link ' + args.n;
         line.append(a);
         body.append(line);
       }
       document.querySelector('[data-message-id]').dataset.messageId = '#msg-f:' + args.n;
       ${MAIL.body}.replaceWith(body);
       bodies.push(new WeakRef(body));`,
        { n, links, href: LISTED.malwareUrl },
      );
      await untilCount(page, links);
    }
    const left = async (): Promise<number> => {
      await page.collectGarbage();
      return Number(await page.run('return bodies.filter((body) => body.deref() !== undefined).length'));
    };
    // The one that is open; and the one before it, of which something may still be on its way.
    await eventually('the bodies to go', async () => (await left()) <= 2, 30_000);
    expect(await page.run('return bodies.at(-1).deref() === document.querySelector(".a3s")')).toBe(true);
  },
);
