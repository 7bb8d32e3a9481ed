import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { FlaggedLink } from '../../src/extension/protocol/tab-messages.ts';
import { realFeedsFile } from '../server/publisher/real-feeds.ts';
import { sharedData, sharedDataMissing } from '../shared-data.ts';
import { eventually } from './harness/browser.ts';
import { FOLDERS, publish } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { tabOf } from './harness/own-parts.ts';
import { tier } from './harness/tiers.ts';

test.skip(sharedDataMissing, 'the real feeds are not beside this checkout');

const CHANNEL = `${FOLDERS.root}/real-channel`;

/** Messages that are opened in the browser, of each kind. */
const MESSAGES = 12;

interface Mail {
  readonly html: string;
  readonly links: readonly { readonly href: string; readonly tag: string }[];
}

/** What webmails take out of a message too: code, other documents, and what moves every link of the page. */
function withoutActiveParts(html: string): string {
  return html
    .replaceAll(/<(script|style|iframe|object|embed|svg|template|noscript)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(
      /<\/?(meta|base|link|html|head|body|frame|frameset|title|plaintext|textarea|select)\b[^>]*>/gi,
      '',
    )
    .replaceAll(/\s(src|background|srcset|style|on\w+|id|name|class)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replaceAll(/<!--[\s\S]*?(-->|$)/g, '');
}

/** For each line, whether the command flags it. */
function flaggedByCommand(hrefs: readonly string[]): readonly boolean[] {
  const answers = execFileSync(
    process.execPath,
    ['dist/cli/spamlight.mjs', 'check', '--channel', CHANNEL, '--json', '--jsonl'],
    {
      input: `${hrefs.map((href) => JSON.stringify({ href })).join('\n')}\n`,
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 1 << 28,
      encoding: 'utf8',
    },
  );
  const lines = answers.trim().split('\n');
  expect(lines.length).toBe(hrefs.length);
  return lines.map((line) => (JSON.parse(line) as { verdict: { kind: string } }).verdict.kind === 'flagged');
}

test.use({ channelFolder: CHANNEL });

test.beforeAll(() => {
  test.setTimeout(300_000);
  if (existsSync(`${CHANNEL}/latest.jws`)) return;
  writeFileSync(`${FOLDERS.root}/real-feeds.json`, JSON.stringify(realFeedsFile()));
  publish(`${FOLDERS.root}/real-feeds.json`, CHANNEL);
});

test(
  'a channel of the real feeds, in the real extension: what it lists of real phishing mail is marked',
  tier('core'),
  async ({ world }) => {
    test.setTimeout(300_000);
    const options = await world.openOwn('src/extension/pages/options/options.html');
    await options.until(
      async ({ send }) => {
        const { channels } = await send({ type: 'get-status' });
        return channels.some(({ kind, entries }) => kind === 'fresh' && entries > 500_000);
      },
      { timeout: 120_000, what: 'the list of the real feeds' },
    );

    const webmail = mailPage();
    const page = await world.openMail(webmail.url, webmail.html('<p>nothing yet</p>'));
    const candidates = gunzipSync(readFileSync(sharedData('mail/phishing_pot.jsonl.gz')))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Mail)
      .filter(({ html, links }) => html.length < 40_000 && links.length > 0 && links.length < 40)
      .slice(0, 1200)
      .map(({ html }) => withoutActiveParts(html));
    // As this browser reads them: that is what a click would open.
    const shown = await page.run(
      ({ all }, texts) =>
        texts.map((html) =>
          all<HTMLAnchorElement | HTMLAreaElement>(
            'a[href], area[href]',
            new DOMParser().parseFromString(html, 'text/html'),
          ).map((link) => link.href),
        ),
      candidates,
    );
    const flags = flaggedByCommand(shown.flat());
    let at = 0;
    const mails = candidates.map((html, index) => {
      const hrefs = shown[index] ?? [];
      const listed = hrefs.filter((_, position) => flags[at + position] === true);
      at += hrefs.length;
      return { html, hrefs, listed: [...new Set(listed)].sort(compareText) };
    });
    const chosen = [
      ...mails.filter(({ listed }) => listed.length > 0).slice(0, MESSAGES),
      ...mails.filter(({ hrefs, listed }) => hrefs.length > 0 && listed.length === 0).slice(0, MESSAGES),
    ];
    expect(chosen.filter(({ listed }) => listed.length > 0).length).toBeGreaterThan(5);

    const tabId = await tabOf(options, new URL(webmail.url).origin);
    for (const [index, { html, listed }] of chosen.entries()) {
      await page.run(
        (_, find, text) => {
          const parsed = new DOMParser().parseFromString(text, 'text/html');
          find().replaceChildren(...Array.from(document.importNode(parsed.body, true).childNodes));
        },
        webmail.body,
        html,
      );
      const marked = await eventually(`message ${index} to be checked`, async () => {
        const tab = await options.run(({ send }, tabId) => send({ type: 'get-tab', tabId }), tabId);
        // What a message itself gives away is flagged too, whatever the lists say.
        const isListed = ({ verdict }: FlaggedLink): boolean =>
          verdict.kind === 'flagged' && verdict.reasons.some(({ kind }) => kind === 'listed');
        const hrefs = [...new Set(tab.flagged.filter(isListed).map(({ href }) => href))].sort(compareText);
        return tab.unchecked === 0 && JSON.stringify(hrefs) === JSON.stringify(listed) ? hrefs : null;
      });
      expect(marked).toEqual(listed);
    }
  },
);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
