import { beforeEach, expect, test, vi } from 'vitest';
import { readManagedStorage } from '../../../../src/extension/platform/storage/managed-storage.ts';

const get = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
const storage = vi.hoisted((): { managed?: { get: () => Promise<unknown> } } => ({}));
vi.mock('../../../../src/extension/platform/browser.ts', () => ({ browser: { storage } }));

beforeEach(() => {
  get.mockReset();
  storage.managed = { get };
});

test('the settings of a policy are handed on as they are', async () => {
  get.mockResolvedValue({ locks: ['pause'] });
  expect(await readManagedStorage()).toEqual({ ok: true, value: { locks: ['pause'] } });
});

test('Firefox says by an error that there is no policy', async () => {
  get.mockRejectedValue(new Error('Managed storage manifest not found'));
  expect(await readManagedStorage()).toEqual({ ok: true, value: {} });
});

test('any other error of managed storage is no answer: there may well be a policy', async () => {
  get.mockRejectedValue(new Error('An unexpected error occurred'));
  expect(await readManagedStorage()).toEqual({ ok: false, failure: 'unreadable' });
});

test('a browser that has no such storage has no policy', async () => {
  delete storage.managed;
  expect(await readManagedStorage()).toEqual({ ok: true, value: {} });
});
