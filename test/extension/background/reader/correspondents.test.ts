import { expect, test } from 'vitest';
import {
  Correspondents,
  MAX_CORRESPONDENTS,
} from '../../../../src/extension/background/reader/correspondents.ts';
import { ok } from '../../../../src/core/result.ts';
import type { Correspondent } from '../../../../src/extension/platform/storage/private-records.ts';

const DAY = 86_400;

test('at the bound of remembered senders the one who was not seen for longest goes first', async () => {
  let now = 1_790_000_000;
  const kept = new Map<string, Correspondent>();
  const memory = new Correspondents({
    store: {
      correspondents: async () => ok([...kept.values()]),
      replaceCorrespondents: async (put, removed) => {
        kept.set(put.key, put);
        for (const key of removed) kept.delete(key);
        return ok(null);
      },
      clearCorrespondents: async () => ok(null),
    },
    secret: async () => ok(new Uint8Array(16)),
    isMailboxProvider: () => false,
    isOn: async () => true,
    now: () => now,
  });
  const daysOf = async (domain: string): Promise<number | undefined> => {
    const told = await memory.describe(domain);
    return told.ok ? told.value.asked?.days : undefined;
  };
  const remember = (domain: string): Promise<void> =>
    memory.remember({ address: `news@${domain}`, name: null, subject: null }, []);

  await remember('longest-unseen.example');
  now += DAY;
  await remember('seen-again.example');
  now += DAY;
  for (let sender = 2; sender < MAX_CORRESPONDENTS; sender++) await remember(`sender-${sender}.example`);
  now += DAY;
  await remember('seen-again.example');
  expect(kept.size).toBe(MAX_CORRESPONDENTS);
  expect(await daysOf('longest-unseen.example')).toBe(1);

  await remember('one-more.example');
  expect(kept.size).toBe(MAX_CORRESPONDENTS);
  expect(await daysOf('longest-unseen.example')).toBe(0);
  expect(await daysOf('seen-again.example')).toBe(2);
  expect(await daysOf('one-more.example')).toBe(1);
});
