import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ExpiryDismissal } from '../../../../src/extension/background/links/expiry-dismissal.ts';
import { privateDatabase } from '../../../../src/extension/platform/storage/private-database.ts';
import { ValueStore } from '../../../../src/extension/platform/storage/value-store.ts';

const DAY = 86_400;

test('a dismissed sign stays away while the same lists are too old, for 30 days at most', async () => {
  const store = new ValueStore(privateDatabase());
  let now = 1_795_000_000;
  let lists = 'default 7';
  // A new one each time: the realm may be stopped in between.
  const dismissal = (): ExpiryDismissal =>
    new ExpiryDismissal({ store, expiredLists: async () => lists, now: () => now });
  expect(await dismissal().isActive()).toBe(false);
  await dismissal().dismiss();
  expect(await dismissal().isActive()).toBe(true);
  now += 29 * DAY;
  expect(await dismissal().isActive()).toBe(true);
  // The list came, and is too old again.
  lists = 'default 8';
  expect(await dismissal().isActive()).toBe(false);
  lists = 'default 7';
  now += DAY;
  expect(await dismissal().isActive()).toBe(false);
  now -= 31 * DAY;
  expect(await dismissal().isActive()).toBe(false);
});
