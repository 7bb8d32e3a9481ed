import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withWithdrawn } from '../../../../src/server/publisher/build/entries/withdrawn-entries.ts';
import { privateStores } from '../../platform/storage/private-stores.ts';
import { FakeBrowser, channelFile, fetchFromPackage } from '../fake-browser.ts';
import { PHISHING, snapshotOf, TestChannel } from '../lists/test-channel.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, linkRequest, Realm, until } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const OTHER = 'https://lists.example/spamlight/';

let main: TestChannel;
let other: TestChannel;
let realm: Realm;

async function publish(channel: TestChannel, listed: readonly string[], serial = 1): Promise<void> {
  await channel.publish(
    snapshotOf([{ section: PHISHING, entries: listed }], { serial, publishedAt: nowSeconds() - 60 }),
  );
}

beforeEach(async () => {
  freshProfile();
  [main, other] = await Promise.all([TestChannel.start('main'), TestChannel.start('other')]);
  await publish(main, ['main.example']);
  await publish(other, ['other.example']);
  vi.stubGlobal('fetch', fetchFromPackage(new Map([channelFile(main)]), new Map([[OTHER, other.url]])));
  vi.stubGlobal('navigator', { onLine: true });
  realm = new Realm(new FakeBrowser());
});

afterEach(async () => {
  await realm.idle();
  vi.unstubAllEnvs();
  await Promise.all([main.stop(), other.stop()]);
});

const kindOf = async (href: string): Promise<unknown> =>
  (await realm.fromFrame(linkRequest([href]))).verdicts[0]?.verdict.kind;

async function open(href: string): Promise<void> {
  expect(await kindOf(href)).toBe('clear');
  await realm.fromFrame({ type: 'link-opened', href });
}

const policyIs = async (policy: Record<string, unknown>): Promise<void> => {
  realm.browser.managed = policy;
  await realm.browser.fire('storage.onChanged', {}, 'managed');
  await realm.idle();
};

interface Way {
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<void>;
}

const CHANNEL = `added:${OTHER}`;
const BY_POLICY: Way = {
  begin: () => policyIs({ channels: [{ url: OTHER, rootKeys: [other.rootKey.x], name: 'other' }] }),
  end: () => policyIs({}),
};
const BY_READER: Way = {
  begin: async () => {
    const text = `${OTHER}\nroot-key: ${other.rootKey.x}`;
    expect(await realm.fromPage({ type: 'add-channel', text })).toEqual({ channel: CHANNEL });
    await realm.idle();
  },
  end: async () => {
    const removed = await realm.fromPage({ type: 'remove-channel', channel: CHANNEL, isUndoable: true });
    expect(removed).toEqual({ removed: true });
    await realm.idle();
  },
};

describe.each([
  ['a policy names no longer', BY_POLICY],
  ['the reader removed, and may still take back', BY_READER],
] as const)('a list that %s', (_, { begin, end }) => {
  beforeEach(async () => {
    await realm.start();
    await begin();
    await until(async () => expect(await kindOf('https://other.example/')).toBe('flagged'));
  });

  test('a list that answers late or not at all is not asked about what was opened since', async () => {
    await end();
    await open('https://other.example/');
    await open('https://slow.example/');
    await publish(main, ['main.example', 'slow.example'], 2);
    await realm.update();
    await until(async () => {
      const { findings } = await realm.fromPage({ type: 'get-look-back' });
      expect(findings).toMatchObject([{ channelName: 'main' }]);
    });
    const opened = await privateStores().lookBack.opened();
    expect(opened.ok && opened.value.map(({ channel }) => channel)).toEqual([`default:${main.url}`]);
  });

  test('a list that comes meanwhile is not asked about what was opened before, nor about warnings', async () => {
    await realm.fromFrame(linkRequest(['https://other.example/']));
    await until(async () => {
      const seen = await privateStores().seen.all();
      expect(seen.ok && seen.value).toHaveLength(1);
    });
    await open('https://later.example/');
    await open('https://slow.example/');
    const { exclusions, epoch, ...rest } = snapshotOf([{ section: PHISHING, entries: ['later.example'] }], {
      serial: 2,
      publishedAt: nowSeconds() - 60,
    });
    await other.publish({
      ...rest,
      epoch,
      exclusions: withWithdrawn(
        exclusions,
        [{ entry: 'other.example', reason: 'its owner wrote', expiresAt: null }],
        epoch.key,
        nowSeconds(),
      ),
    });
    await publish(main, ['main.example', 'slow.example'], 2);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    other.takePaths();
    other.answers.set('latest.jws', (_request, response) => {
      void held.then(() => response.end(other.files.get('latest.jws')));
    });
    await realm.fromPage({ type: 'update-now' });
    await until(() => expect(other.requests.map(({ path }) => path)).toContain('latest.jws'));
    const ended = end();
    release();
    await ended;
    await realm.update();
    await until(async () => {
      const { findings } = await realm.fromPage({ type: 'get-look-back' });
      expect(findings).toMatchObject([{ channelName: 'main' }]);
    });
    expect(await realm.fromPage({ type: 'get-look-back' })).toMatchObject({ mistakes: [] });
  });
});

describe('a warning that its publisher takes back', () => {
  const withdraw = async (): Promise<void> => {
    const { exclusions, epoch, ...rest } = snapshotOf([{ section: PHISHING, entries: ['still.example'] }], {
      serial: 2,
      publishedAt: nowSeconds() - 60,
    });
    const mistake = { entry: 'other.example', reason: 'its owner wrote', expiresAt: null };
    await other.publish({
      ...rest,
      epoch,
      exclusions: withWithdrawn(exclusions, [mistake], epoch.key, nowSeconds()),
    });
  };

  test.each([
    ['of a list that is in use is told', [], ['other']],
    ['of a list that the reader switched off is of no account', [PHISHING], []],
  ] as const)('a warning that its publisher takes back: %s', async (_, off, told) => {
    await realm.start();
    await BY_READER.begin();
    await until(async () => expect(await kindOf('https://other.example/')).toBe('flagged'));
    await until(async () => {
      const seen = await privateStores().seen.all();
      expect(seen.ok && seen.value).toHaveLength(1);
    });
    await realm.fromPage({ type: 'set-sections', channel: CHANNEL, off: [...off] });
    await withdraw();
    await realm.fromPage({ type: 'update-now' });
    await realm.idle();
    await until(async () => expect(await kindOf('https://other.example/')).toBe('clear'));
    await realm.idle();
    const { mistakes } = await realm.fromPage({ type: 'get-look-back' });
    expect(mistakes.map(({ channelName }) => channelName)).toEqual(told);
  });
});
