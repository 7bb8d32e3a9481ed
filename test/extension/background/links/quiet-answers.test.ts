import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { UncheckedBecause } from '../../../../src/core/verdict/verdict.ts';
import { QuietAnswers } from '../../../../src/extension/background/links/quiet-answers.ts';
import type { LinkVerdict } from '../../../../src/extension/protocol/link-messages.ts';

const session = new Map<string, unknown>();
vi.mock('../../../../src/extension/platform/browser.ts', () => ({
  browser: {
    storage: {
      session: {
        get: async (key: string) => ({ [key]: session.get(key) }),
        set: async (values: Record<string, unknown>) => {
          for (const [key, value] of Object.entries(values)) session.set(key, value);
        },
      },
    },
  },
}));

beforeEach(() => session.clear());

const DAY = 86_400;
let now = 1_795_000_000;
let isPutAway = false;
const quiet = new QuietAnswers(() => now, { isActive: async () => isPutAway });

const unchecked = (because: UncheckedBecause): LinkVerdict => ({
  verdict: { kind: 'unchecked', because, asks: false },
  layers: [],
  scopes: [],
});
const flagged: LinkVerdict = {
  verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [] },
  layers: [],
  scopes: [],
};

async function isQuiet(answer: LinkVerdict, messageKey = 'a', tabId = 1): Promise<boolean> {
  const [answered] = await quiet.markQuiet([answer], { messageKey }, { tabId });
  return answered?.quiet === true;
}

describe('what is drawn into a message', () => {
  test.each(['no-snapshot', 'no-channel'] as const)(
    'nothing is drawn into a message for want of a list: %s',
    async (because) => {
      expect(await isQuiet(unchecked(because))).toBe(true);
    },
  );

  test.each(['unreadable', 'truncated', 'storage-failed', 'overloaded', 'paused'] as const)(
    'a link is marked as unchecked for a cause that lies in itself: %s',
    async (because) => {
      expect(await isQuiet(unchecked(because))).toBe(false);
    },
  );

  test('a flagged link is drawn in a message whatever the lists amount to', async () => {
    expect(await isQuiet(flagged)).toBe(false);
  });

  test('a message says once a day in each tab that a list is too old, and goes on saying it', async () => {
    const expired = unchecked('expired');
    expect(await isQuiet(expired, 'a')).toBe(false);
    expect(await isQuiet(expired, 'b')).toBe(true);
    expect(await isQuiet(expired, 'a')).toBe(false);
    expect(await isQuiet(expired, 'c', 2)).toBe(false);
    now += DAY;
    expect(await isQuiet(expired, 'b')).toBe(false);
    expect(await isQuiet(expired, 'a')).toBe(true);
  });

  test('a message says nothing of a list that is too old once the reader has dismissed it, and goes on saying everything else', async () => {
    isPutAway = true;
    expect(await isQuiet(unchecked('expired'), 'new')).toBe(true);
    expect(await isQuiet(unchecked('unreadable'), 'new')).toBe(false);
    isPutAway = false;
    expect(await isQuiet(unchecked('expired'), 'new')).toBe(false);
  });

  test('one of two messages that ask at the same time says that a list is too old', async () => {
    const both = await Promise.all([isQuiet(unchecked('expired'), 'x'), isQuiet(unchecked('expired'), 'y')]);
    expect(both.filter((silent) => !silent)).toHaveLength(1);
  });
});
