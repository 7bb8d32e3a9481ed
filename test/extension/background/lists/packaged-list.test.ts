import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { channelStatuses } from '../../../../src/extension/background/lists/status.ts';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import { judgeLink } from '../../../../src/core/lookup/judge-link.ts';
import { protectionOf } from '../../../../src/core/verdict/protection.ts';
import { readLink } from '../../../../src/core/url/read-link.ts';
import { NO_RULES } from '../../../../src/core/verdict/rules.ts';
import type { ListAge } from '../../../../src/core/verdict/list-age.ts';
import type { ChannelStatus } from '../../../../src/extension/protocol/channel-messages.ts';
import { SnapshotStore } from '../../../../src/extension/platform/storage/snapshot-store.ts';
import { freshProfile, lookUp, update } from './update-harness.ts';

// The list that is committed, as somebody has it who installs the package so many days after it was made.

const DAY = 86_400;
const PACKAGE = 'https://package.invalid/bundled/';
const FILES = 'public/bundled/';
const [, payload = ''] = readFileSync(`${FILES}latest.jws`, 'utf8').split('.');
const { publishedAt } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
  readonly publishedAt: number;
};

const channel: Channel = {
  id: 'packaged',
  name: 'Spamlight',
  url: PACKAGE,
  rootKeys: [readFileSync(`${FILES}root-key.txt`, 'utf8').trim()],
  pinnedName: null,
  origin: 'packaged',
};

async function statusAt(now: number): Promise<readonly ChannelStatus[]> {
  return channelStatuses({
    store: new SnapshotStore(),
    channels: async () => [channel],
    sectionsOff: async () => new Map(),
    unwrittenFailure: () => null,
    activity: () => ({ kind: 'idle', nextAt: null }),
    now: () => now,
  });
}

beforeEach(() => {
  freshProfile();
  vi.stubGlobal(
    'fetch',
    async (url: string) => new Response(new Uint8Array(readFileSync(FILES + url.slice(PACKAGE.length)))),
  );
});
afterEach(() => vi.unstubAllGlobals());

describe.each([0, 30, 400])('the packaged list, %i days after it was made', (days) => {
  const now = publishedAt + days * DAY;

  test('a packaged list of any age is taken, flags its test pages, has no end, and is no protection', async () => {
    expect(await update(channel, { now })).toMatchObject({ ok: true, value: { kind: 'activated' } });
    expect(await lookUp('https://testsafebrowsing.appspot.com/s/phishing.html')).toContain('phishing');
    const statuses = await statusAt(now);
    expect(statuses).toMatchObject([
      { origin: 'packaged', url: null, kind: 'fresh', endsAt: null, publishedAt, lastFailure: null },
    ]);
    expect(protectionOf(statuses)).toBe('none');
  });

  test('a packaged list of any age is still fresh in an installation that has had it since it was made', async () => {
    await update(channel, { now: publishedAt });
    expect(await update(channel, { now })).toMatchObject({ ok: true, value: { kind: 'unchanged' } });
    expect(await statusAt(now)).toMatchObject([{ kind: 'fresh', endsAt: null }]);
  });
});

test.each(['fresh', 'stale', 'expired'] as const)(
  'a packaged list that is %s makes no link clear, and none "too old"',
  (status: ListAge) => {
    const link = readLink('https://good.example/');
    const packaged = {
      channel: 'packaged',
      channelName: 'Spamlight',
      serial: 1,
      publishedAt,
      status,
      kind: 'test-pages' as const,
      voice: null,
      matches: [],
    };
    expect(judgeLink(link, { channels: [packaged], rules: NO_RULES, sender: null })).toEqual({
      kind: 'unchecked',
      because: 'no-snapshot',
      asks: false,
    });
    // Beside a channel that is current it takes nothing away.
    const current = { ...packaged, channel: 'main', status: 'fresh' as const, kind: 'threats' as const };
    expect(judgeLink(link, { channels: [packaged, current], rules: NO_RULES, sender: null })).toEqual({
      kind: 'clear',
    });
  },
);
