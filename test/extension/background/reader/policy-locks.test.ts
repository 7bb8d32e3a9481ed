import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Rule } from '../../../../src/core/verdict/rules.ts';
import type { PolicyLock } from '../../../../src/extension/protocol/policy-messages.ts';
import type { PageRequest } from '../../../../src/extension/protocol/requests.ts';
import { privateStores } from '../../platform/storage/private-stores.ts';
import { FakeBrowser, fetchFromPackage } from '../fake-browser.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, Realm } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const now = (): number => Math.floor(Date.now() / 1000);
const DAY = 86_400;
let browser: FakeBrowser;
let realm: Realm;

beforeEach(async () => {
  freshProfile();
  vi.stubGlobal('fetch', fetchFromPackage(new Map()));
  vi.stubGlobal('navigator', { onLine: false });
  browser = new FakeBrowser();
  realm = new Realm(browser);
  await realm.start();
});

/** From now on, in the realm that runs. */
async function lock(...locks: readonly PolicyLock[]): Promise<void> {
  browser.managed = { locks };
  await browser.fire('storage.onChanged', {}, 'managed');
}

async function trusted(): Promise<readonly Rule[]> {
  return (await realm.kept({ type: 'list-rules', action: 'trust' })).rules;
}

/** What the reader said before the policy came. */
async function given(action: Rule['action'], expiresAt: number | null): Promise<Rule> {
  const subject = 'partner.example';
  await realm.fromPage({ type: 'add-rule', action, scope: 'site', subject, note: '', expiresAt });
  const [rule] = (await realm.kept({ type: 'list-rules', action })).rules;
  if (rule === undefined) throw new Error('not added');
  return rule;
}

const edited = (rule: Rule, expiresAt: number | null, note = ''): Promise<unknown> =>
  realm.fromPage({ type: 'edit-rule', ruleId: rule.id, note, expiresAt });

const GONE = { outcome: 'gone' };
const DONE = { outcome: 'done' };

describe('where trust is locked', () => {
  test('where trust is locked, a rule that has run out is not made to hold again', async () => {
    const rule = await given('trust', now() - 365 * DAY);
    await lock('trust');
    expect(await edited(rule, null)).toEqual(GONE);
    expect(await edited(rule, now() + DAY)).toEqual(GONE);
    expect(await edited(rule, rule.expiresAt, 'an old partner')).toEqual(DONE);
    expect(await trusted()).toEqual([{ ...rule, note: 'an old partner' }]);
  });

  test('where trust is locked, a rule that holds may end sooner, never later', async () => {
    const rule = await given('trust', null);
    await lock('trust');
    const soon = now() + DAY;
    expect(await edited(rule, soon)).toEqual(DONE);
    expect(await edited(rule, soon + 1)).toEqual(GONE);
    expect(await edited(rule, null)).toEqual(GONE);
    expect(await trusted()).toEqual([{ ...rule, expiresAt: soon }]);
  });

  test('where trust is locked, a block may hold as long as the reader likes', async () => {
    const rule = await given('block', now() - DAY);
    await lock('trust');
    expect(await edited(rule, null)).toEqual(DONE);
  });

  test('where trust is locked, only what was removed here is put back, once and as it was, also after the realm was stopped', async () => {
    const rule = await given('trust', now() + DAY);
    await lock('trust');
    const forged = { ...rule, id: 'forged' };
    expect(await realm.fromPage({ type: 'restore-rules', rules: [forged] })).toEqual(GONE);
    expect(await realm.fromPage({ type: 'restore-rules', rules: [{ ...rule, expiresAt: null }] })).toEqual(
      GONE,
    );
    await realm.fromPage({ type: 'remove-rules', ids: [rule.id] });
    await realm.start();
    const longer = { ...rule, subject: 'evil.example', expiresAt: null };
    expect(await realm.fromPage({ type: 'restore-rules', rules: [longer, forged] })).toEqual(GONE);
    expect(await trusted()).toEqual([]);
    expect(await realm.fromPage({ type: 'restore-rules', rules: [longer] })).toEqual(DONE);
    expect(await trusted()).toEqual([rule]);
    expect(await realm.fromPage({ type: 'restore-rules', rules: [longer] })).toEqual(GONE);
  });

  test('where trust is locked, what pasted lines to block have replaced comes back with their undo', async () => {
    const rule = await given('trust', null);
    await lock('trust');
    const added = await realm.fromPage({ type: 'add-rules', action: 'block', lines: ['partner.example'] });
    if ('refused' in added) throw new Error(added.refused);
    await realm.fromPage({ type: 'remove-rules', ids: added.ids });
    expect(await realm.fromPage({ type: 'restore-rules', rules: added.replaced })).toEqual(DONE);
    expect(await trusted()).toEqual([rule]);
  });
});

describe('where channels or lists are locked', () => {
  const REQUESTS = (list: string): readonly PageRequest[] => [
    { type: 'take-back-list', list },
    { type: 'set-sections', channel: list, off: [] },
  ];

  test.each([
    ['channels', 'added:https://b.example/', 'list:b'],
    ['lists', 'list:b', 'added:https://b.example/'],
  ] as const)(
    'where channels or lists are locked: %s: none is taken back or switched, and the others are',
    async (name, locked, open) => {
      const { channels } = privateStores();
      for (const at of ['a', 'b']) {
        const url = `https://${at}.example/`;
        await channels.putChannel({ id: `added:${url}`, url, rootKeys: [], addedAt: 1 });
        const list = { name: at, url, category: 'spam', licence: '', addedAt: 1 } as const;
        await channels.putDeviceList({ id: `list:${at}`, ...list });
      }
      for (const id of [locked, open]) await channels.putAside(id, now());
      await realm.start();
      await lock(name);
      for (const request of REQUESTS(locked)) expect(await realm.fromPage(request)).toEqual(GONE);
      for (const request of REQUESTS(open)) expect(await realm.fromPage(request)).toEqual(DONE);
      const aside = await channels.aside();
      expect(aside.ok && aside.value.map(({ id }) => id)).toEqual([locked]);
    },
  );
});
