import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../../src/extension/protocol/preference-messages.ts';
import type { PageRequest } from '../../../../src/extension/protocol/requests.ts';
import { FakeBrowser, fetchFromPackage } from '../fake-browser.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, linkRequest, Realm } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const BAD = 'https://phish.example/';
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
  await realm.fromFrame(linkRequest([BAD]));
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** From now on nothing can be written. */
function fillDisk(): void {
  for (const method of ['put', 'delete', 'clear'] as const) {
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
  }
}

const RULE = {
  id: 'r1',
  action: 'trust',
  scope: 'site',
  subject: 'b.example',
  addedAt: 1,
  expiresAt: null,
  note: '',
  by: 'reader',
} as const;

const CHANGES: readonly PageRequest[] = [
  { type: 'restore-rules', rules: [RULE] },
  { type: 'set-preferences', preferences: { ...DEFAULT_PREFERENCES, onDanger: 'disable' } },
  { type: 'set-paused', tabId: 1, isPaused: true },
  {
    type: 'set-sections',
    channel: 'default',
    off: [{ kind: 'url', category: 'spam', action: 'caution', group: 'g' }],
  },
  { type: 'dismiss-look-back', ids: ['f1'] },
  { type: 'dismiss-mistakes', ids: ['m1'] },
  { type: 'count-links', isOn: false },
];

describe('what could not be written', () => {
  test.each(CHANGES.map((request) => [request.type, request] as const))(
    'a change that could not be written is said of %s, and changes nothing',
    async (type, request) => {
      // Nothing is marked as read where there is nothing: give it something.
      if (type === 'dismiss-mistakes')
        vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
          throw new DOMException('', 'QuotaExceededError');
        });
      else if (type !== 'dismiss-look-back') fillDisk();
      else
        vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
          throw new DOMException('', 'QuotaExceededError');
        });
      const told = browser.broadcasts.length;
      expect(await realm.fromPage(request)).toEqual({ outcome: 'not-stored' });
      vi.restoreAllMocks();
      // Of updates and counts pages may hear all the same.
      const heard = browser.broadcasts.slice(told).map((message) => (message as { what: string }).what);
      expect(heard.filter((what) => what !== 'status' && what !== 'statistics')).toEqual([]);
      expect(await realm.fromPage({ type: 'get-preferences' })).toMatchObject(DEFAULT_PREFERENCES);
      expect(await realm.fromPage({ type: 'get-tab', tabId: 1 })).toMatchObject({ isPaused: false });
      expect(await realm.kept({ type: 'list-rules', action: 'trust' })).toEqual({ rules: [] });
    },
  );

  test('an undo that could not be written says so, and brings back what was replaced when it is tried again', async () => {
    const trust = {
      type: 'trust-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
      forSeconds: null,
    } as const;
    await realm.fromFrame(trust);
    const blocked = await realm.fromFrame({
      type: 'block-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
    });
    if (!('ruleId' in blocked)) throw new Error('refused');
    const undo = { type: 'undo-rule', ruleId: blocked.ruleId } as const;
    fillDisk();
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'not-stored' });
    expect(await realm.fromPage({ type: 'remove-rules', ids: [blocked.ruleId] })).toEqual({
      refused: 'not-stored',
    });
    expect(
      await realm.fromPage({ type: 'edit-rule', ruleId: blocked.ruleId, note: 'n', expiresAt: null }),
    ).toEqual({ outcome: 'not-stored' });
    vi.restoreAllMocks();
    expect((await realm.kept({ type: 'list-rules', action: 'block' })).rules).toHaveLength(1);
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'done' });
    expect((await realm.kept({ type: 'list-rules', action: 'trust' })).rules).toMatchObject([
      { subject: 'phish.example' },
    ]);
  });

  test('pauses that cannot be read are not lost when another is made', async () => {
    const pause = (tabId: number): Promise<unknown> =>
      realm.fromPage({ type: 'set-paused', tabId, isPaused: true });
    browser.openTabs.push({ id: 2, url: 'https://outlook.live.com/mail/' });
    expect(await pause(1)).toEqual({ outcome: 'done' });
    await realm.start();
    const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(() => {
      throw new DOMException('', 'UnknownError');
    });
    // Read once in vain: nothing is known to be paused.
    expect(await realm.fromPage({ type: 'get-tab', tabId: 2 })).toMatchObject({ isPaused: false });
    get.mockRestore();
    expect(await pause(2)).toEqual({ outcome: 'done' });
    expect(await realm.fromPage({ type: 'get-tab', tabId: 1 })).toMatchObject({ isPaused: true });
  });
});

const KEPT: readonly PageRequest[] = [
  { type: 'list-rules', action: 'trust' },
  { type: 'list-corrections' },
  { type: 'list-pauses' },
  { type: 'get-correspondents', about: '' },
  { type: 'get-statistics' },
  { type: 'get-lists' },
  { type: 'get-presets' },
  { type: 'export-private-data' },
];

describe('what cannot be read', () => {
  /** From now on nothing can be read of these stores. */
  function breakReading(isBroken: (store: string) => boolean): void {
    // oxlint-disable-next-line typescript/unbound-method -- called with the store they were called on
    const { get, getAll } = IDBObjectStore.prototype;
    const check = ({ name }: IDBObjectStore): void => {
      if (isBroken(name)) throw new DOMException('', 'UnknownError');
    };
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      check(this);
      return get.call(this, key);
    });
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
      this: IDBObjectStore,
      ...asked
    ) {
      check(this);
      return getAll.apply(this, asked);
    });
  }

  test.each(KEPT.map((request) => [request.type, request] as const))(
    'a request for the reader’s data that cannot be read is not answered with nothing: %s',
    async (_type, request) => {
      // Nothing is in memory but what is read when the realm starts; that is read anew.
      await realm.start();
      breakReading(() => true);
      await browser.fire('storage.onChanged', {}, 'managed');
      expect(await realm.fromPage(request)).toEqual({ refused: 'not-stored' });
    },
  );

  test.each(['rules', 'values', 'channels', 'deviceLists', 'statistics'])(
    'the reader’s data that cannot be read makes no backup that passes for whole: %s',
    async (broken) => {
      await realm.start();
      breakReading((store) => store === broken);
      expect(await realm.fromPage({ type: 'export-private-data' })).toEqual({ refused: 'not-stored' });
      vi.restoreAllMocks();
      const { text } = await realm.kept({ type: 'export-private-data' });
      expect(JSON.parse(text)).toMatchObject({ rules: [] });
    },
  );
});
