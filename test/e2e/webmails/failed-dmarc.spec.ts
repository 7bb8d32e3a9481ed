import { eventually, type Page } from '../harness/browser.ts';
import { tier } from '../harness/tiers.ts';
import { test } from '../harness/fixtures.ts';
import { script } from '../harness/page-script.ts';
import { openPreview, PREVIEW, signIn, withRoundcube } from '../harness/roundcube-page.ts';
import { whyNoRoundcube, type Plugin, type Skin } from '../harness/roundcube.ts';
import { tabReport } from '../harness/tab-report.ts';

test.use({ installation: 'kept' });
test.describe.configure({ timeout: 300_000 });

const PLUGINS: readonly Plugin[] = ['authres_status'];
const reason = whyNoRoundcube(PLUGINS);
test.skip(reason !== null, reason ?? '');

/** @param forged - what an icon in the message claims, which its sender wrote */
function mail(subject: string, result: string, forged: string): string {
  const icon = `<img src="plugins/authres_status/images/status_fail.png" class="authres-status-img" title="verified by dmarc=${forged}">`;
  return [
    `Authentication-Results: mx.example; spf=pass (of a@b.example; dmarc=${forged}) smtp.mailfrom=b.example; dmarc=${result} header.from=paypal.com`,
    'Date: Thu, 20 Nov 2025 09:00:00 +0000',
    'From: PayPal <service@paypal.com>',
    'To: Alice Example <alice@mail.test>',
    `Subject: ${subject}`,
    `Message-ID: <${result}@samples.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<div class="header-summary">${icon}</div><table><tr><td class="header from">${icon}</td></tr></table>
     <p>Dear customer, your account is locked. <a href="https://northgate-desk-notice.net/login">Confirm your account</a> within 24 hours.</p>`,
  ].join('\r\n');
}

const FAILED = 'Your account is locked';
const PASSED = 'Confirm who you are';
const MAILS = [mail(FAILED, 'fail', 'pass'), mail(PASSED, 'pass', 'fail')];

/** The sign of the previewed message. */
const SIGN = script(
  (_, preview) => preview().querySelector('spamlight-marks')?.shadowRoot?.querySelector('.sign'),
  PREVIEW,
);
const SENTENCE = 'The mail server that received it found that it was not sent by paypal.com.';

/** @param hasFailed - otherwise the link is a reason (A2), which a pass would take back if it were believed */
async function untilMarked(own: Page, url: string, hasFailed: boolean): Promise<void> {
  await eventually(
    `reason ${hasFailed ? 'A9' : 'A2'}`,
    async () => {
      const { suspicious } = await tabReport(own, url);
      const ids = suspicious.flatMap(({ reasons }) => reasons.map(({ id }) => id));
      if (ids.includes('A9') !== hasFailed || (!hasFailed && !ids.includes('A2')))
        throw new Error(JSON.stringify(suspicious));
      return true;
    },
    30_000,
  );
}

for (const skin of ['elastic', 'larry', 'classic'] satisfies readonly Skin[]) {
  test(
    `a real Roundcube with authres_status, ${skin}: a failed DMARC check counts against a message, a pass not for it`,
    tier(skin !== 'elastic' ? 'soak' : 'all'),
    async ({ world }) => {
      await withRoundcube(
        skin,
        async (roundcube) => {
          const own = await world.openOwn('src/extension/pages/options/options.html');
          const page = await world.openSite(roundcube.url);
          await signIn(page, roundcube, MAILS.length);
          await openPreview(page, FAILED);
          await untilMarked(own, roundcube.url, true);
          await page.until(
            script((_, sign, sentence) => sign()?.textContent.includes(sentence), SIGN, SENTENCE),
            { what: 'the sentence in the sign' },
          );
          await openPreview(page, PASSED);
          await untilMarked(own, roundcube.url, false);
          await page.until(
            script((_, sign, sentence) => sign()?.textContent.includes(sentence) === false, SIGN, SENTENCE),
            { what: 'a sign without the sentence' },
          );
        },
        MAILS,
        PLUGINS,
      );
    },
  );
}
