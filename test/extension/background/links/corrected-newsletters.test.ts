import { aReport } from '../a-report.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderHtml } from '../../../../src/core/mail/shown/rendered-mail.ts';
import { parseHtml } from '../../../../src/core/mail/content/parse-html.ts';
import type { CorrectionKind, MessageAnswer } from '../../../../src/extension/protocol/evidence-messages.ts';
import { FakeBrowser, fetchFromPackage } from '../fake-browser.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, Realm } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

let browser: FakeBrowser;
let realm: Realm;

beforeEach(async () => {
  freshProfile();
  vi.stubGlobal('fetch', fetchFromPackage(new Map()));
  vi.stubGlobal('navigator', { onLine: false });
  browser = new FakeBrowser();
  browser.openTabs = [{ id: 1, url: 'https://mail.google.com/mail/u/0/' }];
  realm = new Realm(browser);
  await realm.start();
});

/** A fan club's newsletter, which looks like a trick: a brand in its name, and buttons to a site that nobody knows. */
const newsletter = (number: number): string =>
  `<p>Dear member, issue ${number} is out.</p>
   <p><a href="https://northgate-desk.net/issue/${number}">Read issue ${number}</a></p>`;

async function open(
  html: string,
  { key = 'message 1', address = 'club@brookfield-notice.net', reader = null as string | null } = {},
): Promise<MessageAnswer | null> {
  const { links, body } = renderHtml(html, parseHtml);
  await realm.fromFrame({
    type: 'check-links',
    messageKey: key,
    sender: null,
    links: links.map((link, number) => ({ ...link, number })),
  });
  const head = { name: 'PayPal Fans', address, replyTo: null, subject: 'News of the club', reader };
  const { verdict } = await realm.fromFrame({
    type: 'message-facts',
    messageKey: key,
    revision: 1,
    facts: { head, body },
  });
  return verdict;
}

const correct = (correction: CorrectionKind, key = 'message 1'): Promise<unknown> =>
  realm.fromFrame({ type: 'correct-message', messageKey: key, correction, scope: 'address' });

describe('a newsletter that is marked by mistake', () => {
  test('a newsletter that is marked by mistake is corrected once, and ten more of its sender never come back', async () => {
    expect(await open(newsletter(1))).toMatchObject({ kind: 'flagged' });
    expect(await correct('fine')).toMatchObject({ subject: 'club@brookfield-notice.net' });
    for (let number = 2; number <= 11; number++) {
      // Most are opened after the realm was stopped.
      if (number % 3 === 0) await realm.start();
      expect(await open(newsletter(number), { key: `message ${number}` })).toMatchObject({ kind: 'clear' });
    }
  });

  test('a newsletter that is marked by mistake is still told apart from mail of another sender, and from one that leads to rented storage', async () => {
    await open(newsletter(1));
    await correct('fine');
    expect(await open(newsletter(2), { key: 'b', address: 'club@elsewhere-notice.net' })).toMatchObject({
      kind: 'flagged',
    });
    const { reasons } =
      (await open('<p><a href="https://s3.amazonaws.com/x-41/pay.html">Pay now</a></p>', { key: 'c' })) ?? {};
    expect(reasons).toContainEqual(expect.objectContaining({ id: 'D2' }));
  });

  test('a newsletter that is marked by mistake comes with what there is to show of the links that its reasons point at', async () => {
    const through = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent('https://northgate-desk.net/x')}&amp;data=05`;
    const verdict = await open(`<p><a href="${through}">Read</a></p>`);
    expect(verdict?.linkIndices).toEqual([0]);
    const [shown] = verdict?.pointedAt ?? [];
    expect(shown?.layers).toMatchObject([{}, { registrableDomain: 'northgate-desk.net' }]);
    expect(shown?.scopes).toContainEqual({ scope: 'site', subject: 'northgate-desk.net' });
  });

  test('a newsletter that is marked by mistake is corrected where the webmail has written its links anew, and not the webmail', async () => {
    const anew = (html: string): string =>
      html.replaceAll(
        /href="([^"]+)"/g,
        (_, href: string) => `href="https://mail.google.com/go?to=${encodeURIComponent(href)}"`,
      );
    const verdict = await open(anew(newsletter(1)));
    expect(verdict).toMatchObject({ kind: 'flagged', linkIndices: [0] });
    expect(verdict?.pointedAt?.[0]?.layers).toMatchObject([
      { host: 'mail.google.com' },
      { registrableDomain: 'northgate-desk.net' },
    ]);
    await correct('fine');
    expect(await open(anew(newsletter(2)), { key: 'message 2' })).toMatchObject({ kind: 'clear' });
    // As it would come to another webmail.
    expect(await open(newsletter(3), { key: 'message 3' })).toMatchObject({ kind: 'clear' });
  });

  test('a newsletter that is marked by mistake is named to the popup with its reasons, also after the realm was stopped', async () => {
    await open(newsletter(1));
    const href = 'https://northgate-desk.net/issue/1';
    await realm.fromFrame(
      aReport({
        isNewDocument: true,
        links: 1,
        flagged: { danger: 0, caution: 1 },
        messageKeys: ['message 1'],
        shown: [{ href, text: 'Read', messageKey: 'message 1' }],
      }),
    );
    const { suspicious, flagged } = await realm.fromPage({ type: 'get-tab', tabId: 1 });
    expect(suspicious).toMatchObject([{ sender: 'club@brookfield-notice.net' }]);
    expect(suspicious[0]?.reasons.length).toBeGreaterThan(1);
    expect(flagged).toMatchObject([{ href, verdict: { level: 'caution' } }]);
    await realm.start();
    browser.told.length = 0;
    expect((await realm.fromPage({ type: 'get-tab', tabId: 1 })).suspicious).toEqual([]);
    // Then its frames are asked, and tell it again.
    expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]);
  });

  test('a newsletter that is marked by mistake cannot be called fine where an administrator decides what is trusted; spam it can be', async () => {
    browser.managed = { locks: ['trust'] };
    await realm.start();
    await open(newsletter(1));
    expect(await correct('fine')).toEqual({ refused: 'set-by-administrator' });
    expect(await correct('spam')).toMatchObject({ scope: 'address' });
  });
});

test('a reader is led to the table of exceptions for paused sites by one click', async () => {
  await realm.fromFrame({ type: 'open-decisions' });
  expect(browser.opened.at(-1)).toMatch(/options\.html#decisions$/);
});

test('pauses are listed, and ended by their origin', async () => {
  await realm.fromPage({ type: 'set-paused', tabId: 1, isPaused: true });
  expect(await realm.kept({ type: 'list-pauses' })).toEqual({ origins: ['https://mail.google.com'] });
  expect(await realm.fromPage({ type: 'end-pause', origin: 'https://mail.google.com' })).toEqual({
    outcome: 'done',
  });
  expect(await realm.kept({ type: 'list-pauses' })).toEqual({ origins: [] });
});
