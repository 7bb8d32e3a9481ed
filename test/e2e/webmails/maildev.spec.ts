import { MAILDEVS } from '../../../scripts/setup/webmails.mjs';
import { eventually } from '../harness/browser.ts';
import { test } from '../harness/fixtures.ts';
import { rowOf, startMailDev, whyNoMailDev } from '../harness/maildev.ts';
import { untilMarked } from '../harness/marks.ts';
import { mailNamed } from '../harness/roundcube-page.ts';
import { tabReport, untilReported } from '../harness/tab-report.ts';
import { tier } from '../harness/tiers.ts';

test.use({ installation: 'kept' });

// It makes no links of addresses in plain text.
const MAILS = ['HTML, quoted-printable, in a table', 'HTML, base64'].map(mailNamed);

test.describe.configure({ timeout: 300_000 });

// No adapter knows MailDev: what is found there is found by structure, and by where links lead.
for (const name of MAILDEVS) {
  test(
    `a real ${name}, which no adapter knows: every link of every message is found`,
    tier(name === MAILDEVS[0] ? 'core:chromium' : 'all'),
    async ({ world }) => {
      const reason = whyNoMailDev(name);
      test.skip(reason !== null, reason ?? '');
      const catcher = await startMailDev(name);
      try {
        for (const { source } of MAILS) await catcher.deliver(source);
        const own = await world.openOwn('src/extension/pages/options/options.html');
        const page = await world.openSite(catcher.url);
        for (const { subject, marked, links } of MAILS) {
          const row = rowOf(subject);
          await page.until(row, { timeout: 30_000, what: `${subject} in the list` });
          await page.click(row);
          await untilMarked(page, marked, 30_000).catch((error: unknown) => {
            throw new Error(`${subject}: ${String(error)}`);
          });
          await untilReported(own, catcher.url, { isWebmail: true, webmail: null });
          await eventually(`the links of ${subject} to be counted`, async () => {
            const report = await tabReport(own, catcher.url);
            return report.links + report.elsewhere >= links;
          });
        }
      } finally {
        await catcher.stop();
      }
    },
  );
}
