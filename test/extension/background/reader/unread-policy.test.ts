import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { POLICY_LOCKS } from '../../../../src/extension/protocol/policy-messages.ts';
import { FakeBrowser, channelFile, fetchFromPackage } from '../fake-browser.ts';
import { PHISHING, snapshotOf, SPAM, TestChannel } from '../lists/test-channel.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, linkRequest, Realm, until } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const OFFICE = 'https://lists.example/spamlight/';

let main: TestChannel;
let office: TestChannel;
let browser: FakeBrowser;
let realm: Realm;

beforeEach(async () => {
  freshProfile();
  [main, office] = await Promise.all([TestChannel.start('main'), TestChannel.start('office')]);
  const publishedAt = Math.floor(Date.now() / 1000) - 60;
  await main.publish(
    snapshotOf(
      [
        { section: PHISHING, entries: ['bank-check.example'] },
        { section: SPAM, entries: ['pills.example'] },
      ],
      { serial: 1, publishedAt },
    ),
  );
  await office.publish(
    snapshotOf([{ section: PHISHING, entries: ['invoice.example'] }], { serial: 1, publishedAt }),
  );
  vi.stubGlobal('fetch', fetchFromPackage(new Map([channelFile(main)]), new Map([[OFFICE, office.url]])));
  vi.stubGlobal('navigator', { onLine: true });
  browser = new FakeBrowser();
  realm = new Realm(browser);
});

afterEach(async () => {
  await realm.idle();
  vi.unstubAllEnvs();
  await Promise.all([main.stop(), office.stop()]);
});

const DANGER = 'https://bank-check.example/';
const CAUTION = 'https://pills.example/';
const OF_OFFICE = 'https://invoice.example/';
const BLOCKED = 'https://games.example/';
const CLEAN = 'https://www.example.org/';

async function verdicts(...hrefs: readonly string[]) {
  return (await realm.fromFrame(linkRequest(hrefs))).verdicts.map(({ verdict }) => verdict);
}

const kinds = async (...hrefs: readonly string[]): Promise<readonly string[]> =>
  (await verdicts(...hrefs)).map(({ kind }) => kind);

/** The browser starts the realm again, and cannot say what the policy is. */
async function startUnread(): Promise<void> {
  browser.failsManaged = true;
  await realm.start();
}

async function rings(): Promise<void> {
  expect(browser.alarms.delete('storage')).toBe(true);
  browser.told.length = 0;
  browser.broadcasts.length = 0;
  await browser.fire('alarms.onAlarm', { name: 'storage' });
}

describe('while a policy cannot be read', () => {
  test('while a policy cannot be read, nothing is clear that it may list or block, and all of it is flagged once it can', async () => {
    browser.managed = {
      channels: [{ url: OFFICE, rootKeys: [office.rootKey.x], name: 'office' }],
      block: ['games.example'],
    };
    await realm.start();
    await until(async () =>
      expect(await kinds(OF_OFFICE, BLOCKED, CLEAN)).toEqual(['flagged', 'flagged', 'clear']),
    );
    await startUnread();
    const unchecked = { kind: 'unchecked', because: 'storage-failed' };
    expect(await verdicts(OF_OFFICE, BLOCKED, CLEAN, DANGER)).toMatchObject([
      unchecked,
      unchecked,
      unchecked,
      { kind: 'flagged', level: 'danger' },
    ]);
    await until(() => expect(browser.alarms.has('storage')).toBe(true));
    await rings();
    expect(browser.told).toEqual([]);
    expect(await kinds(OF_OFFICE, BLOCKED)).toEqual(['unchecked', 'unchecked']);

    browser.failsManaged = false;
    await rings();
    await until(() => expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]));
    expect(await kinds(OF_OFFICE, BLOCKED, CLEAN, DANGER)).toEqual([
      'flagged',
      'flagged',
      'clear',
      'flagged',
    ]);
    expect(browser.alarms.has('storage')).toBe(false);
  });

  test('while a policy cannot be read, what the reader trusts is flagged, as it may not be theirs to trust; what they block is blocked', async () => {
    await realm.start();
    await until(async () => expect(await kinds(CLEAN)).toEqual(['clear']));
    for (const [action, subject] of [
      ['trust', 'bank-check.example'],
      ['trust', 'example.org'],
      ['block', 'games.example'],
    ] as const)
      await realm.fromPage({
        type: 'add-rule',
        action,
        scope: 'site',
        subject,
        note: '',
        expiresAt: null,
      });
    await kinds(CAUTION);
    const once = { type: 'trust-once', href: CAUTION, messageKey: 'message 1' } as const;
    expect(await realm.fromFrame(once)).toMatchObject({ subject: 'pills.example/' });
    const all = [DANGER, CLEAN, BLOCKED, CAUTION] as const;
    expect(await kinds(...all)).toEqual(['allowed', 'allowed', 'flagged', 'allowed']);
    await startUnread();
    expect(await kinds(...all)).toEqual(['flagged', 'unchecked', 'flagged', 'flagged']);
    browser.failsManaged = false;
    await until(() => expect(browser.alarms.has('storage')).toBe(true));
    await rings();
    expect(await kinds(...all)).toEqual(['allowed', 'allowed', 'flagged', 'allowed']);
  });

  test('while a policy cannot be read, all is locked that it may lock, and the reader’s own choices come back', async () => {
    await realm.start();
    browser.openTabs = [{ id: 1, url: 'https://mail.google.com/mail/u/0/' }];
    const trust = {
      type: 'add-rule',
      action: 'trust',
      scope: 'site',
      subject: 'a.example',
      note: '',
      expiresAt: null,
    } as const;
    const pause = { type: 'set-paused', tabId: 1, isPaused: true } as const;
    const before = await realm.fromPage({ type: 'get-preferences' });
    expect(before).toMatchObject({ onDanger: 'ask', administered: { locks: [] } });
    await startUnread();
    expect(await realm.fromPage(trust)).toEqual({ refused: 'set-by-administrator' });
    expect(await realm.fromPage(pause)).toEqual({ outcome: 'gone' });
    const text = `${OFFICE}\nroot-key: ${office.rootKey.x}`;
    expect(await realm.fromPage({ type: 'add-channel', text })).toEqual({ refused: 'set-by-administrator' });
    expect(await realm.fromPage({ type: 'get-preferences' })).toEqual({
      ...before,
      onDanger: 'disable',
      locked: ['onDanger'],
      administered: {
        locks: POLICY_LOCKS,
        support: { contact: '', text: '' },
        canOpenAnyway: false,
        countsStatistics: false,
      },
    });

    // Pages hear of it, though no webmail is open.
    browser.failsManaged = false;
    await until(() => expect(browser.alarms.has('storage')).toBe(true));
    await rings();
    await until(() => expect(browser.broadcasts).toContainEqual({ type: 'changed', what: 'preferences' }));
    expect(await realm.fromPage({ type: 'get-preferences' })).toEqual(before);
    expect(await realm.fromPage(trust)).not.toHaveProperty('refused');
    expect(await realm.fromPage(pause)).toEqual({ outcome: 'done' });
  });
});
