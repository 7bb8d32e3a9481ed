import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HeadFacts } from '../../../../src/core/evidence/message-facts.ts';
import type { AddRule, RuleAnswer } from '../../../../src/extension/protocol/rule-messages.ts';
import { aReport } from '../a-report.ts';
import type { ReportFrame } from '../../../../src/extension/protocol/tab-messages.ts';
import { FakeBrowser, fetchFromPackage } from '../fake-browser.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, linkRequest, Realm } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const BAD = 'https://login.phish.example/verify?id=1';
const OTHER = 'https://login.phish.example/other';
const POPUP = 'src/extension/pages/popup/popup.html';

let browser: FakeBrowser;
let realm: Realm;

beforeEach(async () => {
  freshProfile();
  vi.stubGlobal('fetch', fetchFromPackage(new Map()));
  vi.stubGlobal('navigator', { onLine: false });
  browser = new FakeBrowser();
  realm = new Realm(browser);
  await realm.start();
  const block: AddRule = {
    type: 'add-rule',
    action: 'block',
    scope: 'site',
    subject: 'phish.example',
    note: '',
    expiresAt: null,
  };
  await realm.fromPage(block);
  await opened(['one']);
  await kinds('one');
});

afterEach(async () => {
  vi.useRealTimers();
  await realm.idle();
});

async function kinds(
  messageKey: string,
  frame: { tabId?: number; frameId?: number } = {},
): Promise<readonly string[]> {
  const { verdicts } = await realm.fromFrame({ ...linkRequest([BAD, OTHER]), messageKey }, frame);
  return verdicts.map(({ verdict }) => verdict.kind);
}

/** A frame says which messages it shows. */
function opened(
  messageKeys: readonly string[],
  change: Partial<ReportFrame> = {},
  frame: { tabId?: number; frameId?: number } = {},
): Promise<null> {
  return realm.fromFrame(
    aReport({
      messages: messageKeys.length,
      links: 2,
      flagged: { danger: 2, caution: 0 },
      shown: messageKeys.map((messageKey) => ({ href: BAD, text: 'x', messageKey })),
      messageKeys,
      ...change,
    }),
    frame,
  );
}

function trustOnce(messageKey: string): Promise<RuleAnswer> {
  return realm.fromFrame({ type: 'trust-once', href: BAD, messageKey });
}

const TRUSTED = ['allowed', 'flagged'];
const FLAGGED = ['flagged', 'flagged'];

describe('trusting once', () => {
  test('trusting once is this link in this message, and stores no rule', async () => {
    expect(await trustOnce('one')).toMatchObject({
      scope: 'link',
      subject: 'login.phish.example/verify?id=1',
    });
    expect(await kinds('one')).toEqual(TRUSTED);
    expect(await kinds('two')).toEqual(FLAGGED);
    expect(await kinds('one', { frameId: 7 })).toEqual(FLAGGED);
    expect(await kinds('one', { tabId: 2 })).toEqual(FLAGGED);
    expect(await realm.kept({ type: 'list-rules', action: 'trust' })).toEqual({ rules: [] });
  });

  test('trusting once outlasts a background that is stopped', async () => {
    await trustOnce('one');
    await realm.start();
    expect(await kinds('one')).toEqual(TRUSTED);
  });

  test.each([
    ['another message is opened beside it', () => opened(['one', 'two'])],
    ['another message is opened in its place', () => opened(['two'])],
    ['the message is closed', () => opened([])],
    ['another frame opens one', () => opened(['two'], {}, { frameId: 4 })],
    ['the page is left for another', () => opened(['one'], { isNewDocument: true })],
    ['the tab is closed', () => browser.fire('tabs.onRemoved', 1)],
  ])('trusting once is over when %s, and the frames of the tab ask again', async (_, moveOn) => {
    await trustOnce('one');
    browser.told.length = 0;
    await moveOn();
    expect(await kinds('one')).toEqual(FLAGGED);
    if (moveOn.toString().includes('onRemoved')) return;
    expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]);
  });

  test('trusting once goes on while the same messages are open, and whatever other tabs open', async () => {
    await opened(['one', 'two']);
    await trustOnce('one');
    await opened(['one', 'two'], { links: 3 });
    await opened(['one']);
    await opened(['three'], {}, { tabId: 2 });
    await browser.fire('tabs.onUpdated', 1, { status: 'loading' });
    await opened(['one']);
    expect(await kinds('one')).toEqual(TRUSTED);
  });

  describe('under a key that the next message has too', () => {
    const HEAD: HeadFacts = {
      name: 'Anna',
      address: 'anna@a.example',
      replyTo: null,
      subject: 'first',
      reader: null,
    };
    const tellHead = (change: Partial<HeadFacts> = {}, frameId = 0): Promise<unknown> =>
      realm.fromFrame(
        {
          type: 'message-facts',
          messageKey: 'one',
          revision: 1,
          facts: { head: { ...HEAD, ...change }, body: null },
        },
        { frameId },
      );

    test.each([
      ['another sender', { address: 'eve@b.example' }, 0],
      ['another subject', { subject: 'second' }, 0],
      ['another sender without a subject', { address: 'eve@b.example', subject: null }, 0],
      ['another subject in another frame, which has the head', { subject: 'second' }, 3],
    ])(
      'trusting once under a key that the next message has too is over when the head shows %s',
      async (_, change, frameId) => {
        await tellHead({}, frameId);
        await trustOnce('one');
        expect(await kinds('one')).toEqual(TRUSTED);
        browser.told.length = 0;
        await tellHead(change, frameId);
        expect(await kinds('one')).toEqual(FLAGGED);
        expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]);
      },
    );

    test('trusting once under a key that the next message has too is over by a head that differs from the first one told after it, also behind a stopped background', async () => {
      await trustOnce('one');
      await tellHead();
      await realm.start();
      await tellHead({ subject: 'second' });
      expect(await kinds('one')).toEqual(FLAGGED);
    });

    test('trusting once under a key that the next message has too goes on while the head is told in parts, or anew', async () => {
      await tellHead({ subject: null });
      await trustOnce('one');
      await tellHead({ address: null });
      await tellHead({ name: 'Anna A.' });
      await tellHead();
      expect(await kinds('one')).toEqual(TRUSTED);
    });

    test.each([
      ['the frame shows a new document', { isNewDocument: true }],
      ['the frame goes', { adapter: '', messages: 0 }],
    ])(
      'trusting once under a key that the next message has too is over when %s, though another frame shows the head of it',
      async (_, change) => {
        const frame = { frameId: 4 };
        await opened(['one'], {}, frame);
        await kinds('one', frame);
        await realm.fromFrame({ type: 'trust-once', href: BAD, messageKey: 'one' }, frame);
        await opened(['one'], { links: 3 });
        expect(await kinds('one', frame)).toEqual(TRUSTED);
        await opened(['one'], change, frame);
        expect(await kinds('one', frame)).toEqual(FLAGGED);
      },
    );
  });

  test('trusting once is over after an hour at most: the background wakes for it and says so', async () => {
    await trustOnce('one');
    const end = browser.alarms.get('rule-end')?.when ?? 0;
    expect(Math.abs(end - Date.now() - 3_600_000)).toBeLessThan(5_000);
    vi.useFakeTimers({ now: end, toFake: ['Date'] });
    expect(await kinds('one')).toEqual(FLAGGED);
    browser.told.length = 0;
    await browser.fire('alarms.onAlarm', { name: 'rule-end' });
    expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]);
  });

  test('trusting once is taken back from the frame it was said in, and from no other', async () => {
    const answer = await trustOnce('one');
    const ruleId = 'ruleId' in answer ? answer.ruleId : '';
    expect(await realm.fromFrame({ type: 'undo-rule', ruleId }, { tabId: 2 })).toEqual({ outcome: 'gone' });
    expect(await realm.fromFrame({ type: 'undo-rule', ruleId })).toEqual({ outcome: 'done' });
    expect(await kinds('one')).toEqual(FLAGGED);
    expect(await realm.fromFrame({ type: 'undo-rule', ruleId })).toEqual({ outcome: 'gone' });
  });

  test('trusting once is refused for a link that was not judged in that frame', async () => {
    expect(
      await realm.fromFrame({ type: 'trust-once', href: 'https://x.example/', messageKey: 'one' }),
    ).toEqual({
      refused: 'not-judged-here',
    });
  });

  test('trusting once is said in the popup too, of the message that the link is in', async () => {
    await opened(['one', 'two']);
    await kinds('two');
    const before = await realm.fromPage({ type: 'get-tab', tabId: 1 }, POPUP);
    expect(before.flagged).toMatchObject([{ href: BAD, frameId: 0, messageKey: 'one' }]);
    const answer = await realm.fromPage(
      { type: 'trust-shown-once', tabId: 1, links: [{ frameId: 0, messageKey: 'one', href: BAD }] },
      POPUP,
    );
    expect(await kinds('one')).toEqual(TRUSTED);
    // The same link in the other message is flagged as before.
    const after = await realm.fromPage({ type: 'get-tab', tabId: 1 }, POPUP);
    expect(after.flagged).toMatchObject([{ href: BAD, messageKey: 'two' }]);
    const ruleId = 'ruleId' in answer ? answer.ruleId : '';
    expect(await realm.fromPage({ type: 'undo-rule', ruleId }, POPUP)).toEqual({ outcome: 'done' });
    expect(await kinds('one')).toEqual(FLAGGED);
  });
});

test('links that the popup shows together are trusted together, or not at all, and taken back together', async () => {
  const link = (href: string): { frameId: number; messageKey: string; href: string } => ({
    frameId: 0,
    messageKey: 'one',
    href,
  });
  const ask = (hrefs: readonly string[]): Promise<RuleAnswer> =>
    realm.fromPage({ type: 'trust-shown-once', tabId: 1, links: hrefs.map(link) }, POPUP);
  expect(await ask([BAD, 'https://never-seen.example/'])).toEqual({ refused: 'not-judged-here' });
  expect(await ask([])).toEqual({ refused: 'not-judged-here' });
  expect(await kinds('one')).toEqual(FLAGGED);
  const answer = await ask([BAD, OTHER]);
  expect(await kinds('one')).toEqual(['allowed', 'allowed']);
  const ruleId = 'ruleId' in answer ? answer.ruleId : '';
  expect(await realm.fromPage({ type: 'undo-rule', ruleId }, POPUP)).toEqual({ outcome: 'done' });
  expect(await kinds('one')).toEqual(FLAGGED);
});

describe('a rule that runs out', () => {
  test('a rule that runs out makes all frames ask again then, and the next one is waited for', async () => {
    await realm.fromFrame({
      type: 'trust-link',
      messageKey: 'one',
      href: BAD,
      scope: 'host',
      forSeconds: 600,
    });
    await realm.fromFrame({
      type: 'trust-link',
      messageKey: 'one',
      href: BAD,
      scope: 'link',
      forSeconds: 900,
    });
    const first = browser.alarms.get('rule-end')?.when ?? 0;
    expect(Math.abs(first - Date.now() - 600_000)).toBeLessThan(5_000);
    expect(await kinds('one')).toEqual(['allowed', 'allowed']);
    vi.useFakeTimers({ now: first, toFake: ['Date'] });
    browser.told.length = 0;
    await browser.fire('alarms.onAlarm', { name: 'rule-end' });
    expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]);
    expect(await kinds('one')).toEqual(TRUSTED);
    expect(browser.alarms.get('rule-end')?.when).toBeGreaterThan(first);
  });
});
