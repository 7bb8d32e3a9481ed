import { beforeEach, expect, test, vi } from 'vitest';
import { CurrentPolicy } from '../../../../src/extension/background/reader/current-policy.ts';
import { POLICY_LOCKS } from '../../../../src/extension/protocol/policy-messages.ts';

const get = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('../../../../src/extension/platform/browser.ts', () => ({
  browser: { storage: { managed: { get } } },
}));

let known = 0;
const aPolicy = (): CurrentPolicy => new CurrentPolicy(async () => void known++);
const BLOCKS = { block: ['games.example'] };

beforeEach(() => {
  get.mockReset();
  known = 0;
});

test('the policy is read once while the realm lives, even if there is none', async () => {
  get.mockRejectedValue(new Error('Managed storage manifest not found'));
  const policy = aPolicy();
  await policy.get();
  await policy.get();
  expect(get).toHaveBeenCalledTimes(1);
  policy.forget();
  get.mockResolvedValue(BLOCKS);
  expect(await policy.get()).toMatchObject({ rules: [{ subject: 'games.example' }], isRead: true });
  expect(known).toBe(0);
});

test('a policy that could not be read says so, and unlocks nothing', async () => {
  get.mockRejectedValue(new Error('An unexpected error occurred'));
  const policy = aPolicy();
  await policy.get();
  expect(await policy.get()).toMatchObject({
    isRead: false,
    preferences: { onDanger: 'disable' },
    administered: { locks: POLICY_LOCKS, canOpenAnyway: false, countsStatistics: false },
  });
  get.mockResolvedValue({});
  expect(await policy.get()).toMatchObject({ isRead: true, preferences: {}, administered: { locks: [] } });
});

test('a policy that could not be read is read again, and what was derived meanwhile is derived anew, once', async () => {
  get.mockRejectedValue(new Error('An unexpected error occurred'));
  const policy = aPolicy();
  expect((await policy.get()).rules).toEqual([]);
  expect((await policy.get()).rules).toEqual([]);
  expect(known).toBe(0);
  get.mockResolvedValue(BLOCKS);
  expect((await policy.get()).rules).toHaveLength(1);
  await policy.get();
  expect(known).toBe(1);
  expect(get).toHaveBeenCalledTimes(3);
});
