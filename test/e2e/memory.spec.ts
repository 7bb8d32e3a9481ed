import { eventually } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { tier } from './harness/tiers.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { untilCount } from './harness/own-parts.ts';

declare global {
  interface Window {
    memoryBodies: WeakRef<HTMLElement>[];
  }
}

const MAIL = mailPage();

/** As many as show a leak; the soak opens 500. */
const MESSAGES = Number(process.env['SPAMLIGHT_MESSAGES'] ?? 150);

test(
  'of messages that were opened and marked, the bodies of the closed ones are not kept in memory',
  tier('soak'),
  async ({ world }) => {
    test.setTimeout(600_000);
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`<p><a href="${LISTED.phishingUrl}">first</a></p>`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    await page.run(() => {
      window.memoryBodies = [];
    });
    for (let n = 0; n < MESSAGES; n++) {
      // Each has another number of links than the one before, so that its own marks can be told from those.
      const links = 1 + (n % 3);
      await page.run(
        ({ one }, find, { n, links, href }) => {
          const body = document.createElement('div');
          body.className = 'a3s aiL';
          for (let link = 0; link < links; link++) {
            const line = document.createElement('p');
            const a = document.createElement('a');
            a.href = `${href}?${n}.${link}`;
            a.textContent = `link ${n}`;
            line.append(a);
            body.append(line);
          }
          one('[data-message-id]').dataset['messageId'] = `#msg-f:${n}`;
          find().replaceWith(body);
          window.memoryBodies.push(new WeakRef(body));
        },
        MAIL.body,
        { n, links, href: LISTED.malwareUrl },
      );
      await untilCount(page, links);
    }
    const left = async (): Promise<number> => {
      await page.collectGarbage();
      return page.run(() => window.memoryBodies.filter((body) => body.deref() !== undefined).length);
    };
    // The one that is open; and the one before it, of which something may still be on its way.
    await eventually('the bodies to go', async () => (await left()) <= 2, 30_000);
    expect(await page.run(({ one }) => window.memoryBodies.at(-1)?.deref() === one('.a3s'))).toBe(true);
  },
);
