import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SenderMemory } from '../../../../src/extension/background/links/sender-memory.ts';
import type { LinkPlace } from '../../../../src/extension/background/reader/once-trust.ts';

/** Outlives the memory of a realm. */
const session = vi.hoisted(() => new Map<string, unknown>());

vi.mock('../../../../src/extension/platform/session-storage.ts', () => ({
  readSession: async (key: string) => structuredClone(session.get(key)),
  writeSession: async (key: string, value: unknown) => void session.set(key, structuredClone(value)),
  removeFromSession: async (keys: readonly string[]) => {
    for (const key of keys) session.delete(key);
  },
}));

type Change = [tabId: number, sender: string | null, before: string | null];

let changes: Change[];
let memory: SenderMemory;
let time: number;

/** As after the background was stopped: nothing in memory, the session as it was. */
function wake(): SenderMemory {
  return new SenderMemory((...change) => changes.push(change));
}

const at = (messageKey: string, tabId = 1, frameId = 0): LinkPlace => ({ tabId, frameId, messageKey });

beforeEach(() => {
  session.clear();
  changes = [];
  memory = wake();
  time = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the sender of a message', () => {
  test('the sender of a message is known to its body when the head came first, and to no other message or tab', async () => {
    expect(await memory.join(at('m'), 'a@b.example')).toBe('a@b.example');
    expect(await memory.join(at('m'), null)).toBe('a@b.example');
    expect(await memory.join(at('n'), null)).toBeNull();
    expect(await memory.join(at('m', 2), null)).toBeNull();
    expect(changes).toEqual([]);
  });

  test('the sender of a message is told of when it comes after the body, once, with its tab', async () => {
    expect(await memory.join(at('m', 3), null)).toBeNull();
    expect(await memory.join(at('m', 3), null)).toBeNull();
    expect(await memory.join(at('m', 3), 'a@b.example')).toBe('a@b.example');
    expect(await memory.join(at('m', 3), 'a@b.example')).toBe('a@b.example');
    expect(changes).toEqual([[3, 'a@b.example', null]]);
  });

  test('the sender of a message is not told of when nobody has asked without it', async () => {
    await memory.join(at('m'), 'a@b.example');
    expect(changes).toEqual([]);
  });

  test('the sender of a message counts when a head shows it late; a head without an address names nobody', async () => {
    expect(await memory.join(at('m'), null)).toBeNull();
    expect(await memory.join(at('m'), 'a@b.example')).toBe('a@b.example');
    expect(await memory.join(at('m'), null)).toBe('a@b.example');
    expect(changes).toEqual([[1, 'a@b.example', null]]);
  });

  test('the sender of a message is unknown while two frames name different ones, and frames that were told of the first hear of it', async () => {
    await memory.join(at('m'), null);
    await memory.join(at('m'), 'a@b.example');
    expect(await memory.join(at('m', 1, 2), 'c@d.example')).toBeNull();
    expect(await memory.join(at('m'), null)).toBeNull();
    expect(await memory.join(at('m'), 'a@b.example')).toBeNull();
    expect(await memory.join(at('m', 1, 2), 'c@d.example')).toBeNull();
    expect(changes).toEqual([
      [1, 'a@b.example', null],
      [1, null, 'a@b.example'],
    ]);
    time += 60_000;
    expect(await memory.join(at('m', 1, 2), 'e@f.example')).toBeNull();
    expect(await memory.join(at('m', 1, 2), 'a@b.example')).toBe('a@b.example');
  });

  test('the sender of a message is the one that a frame names last: it shows one message after the other under one key', async () => {
    await memory.join(at('m'), 'a@b.example');
    await memory.join(at('m', 1, 4), null);
    expect(await memory.join(at('m'), 'c@d.example')).toBe('c@d.example');
    expect(await memory.join(at('m', 1, 4), null)).toBe('c@d.example');
    expect(await memory.join(at('m'), 'e@f.example')).toBe('e@f.example');
    expect(changes).toEqual([
      [1, 'c@d.example', 'a@b.example'],
      [1, 'e@f.example', 'c@d.example'],
    ]);
    time += 3_000;
    expect(await memory.join(at('m'), 'c@d.example')).toBe('c@d.example');
  });

  test('the sender of a message is unknown where one frame names two by turns, until it names one alone again', async () => {
    await memory.join(at('m'), 'a@b.example');
    time += 60_000;
    for (const [address, sender] of [
      ['c@d.example', 'c@d.example'],
      ['a@b.example', null],
      ['c@d.example', null],
      ['a@b.example', null],
      ['c@d.example', null],
    ] as const) {
      time += 2_999;
      expect(await memory.join(at('m'), address)).toBe(sender);
    }
    expect(changes).toEqual([
      [1, 'c@d.example', 'a@b.example'],
      [1, null, 'c@d.example'],
    ]);
    time += 3_000;
    expect(await memory.join(at('m'), 'a@b.example')).toBe('a@b.example');
  });

  test('the sender of a message follows what the facts of a head say, where that frame has named one before', async () => {
    await memory.follow(at('m'), 'a@b.example');
    expect(await memory.join(at('m'), null)).toBeNull();
    await memory.join(at('m'), 'a@b.example');
    await memory.follow(at('m', 1, 4), 'c@d.example');
    await memory.follow(at('m'), null);
    expect(await memory.join(at('m'), null)).toBe('a@b.example');
    await memory.follow(at('m'), 'c@d.example');
    expect(await memory.join(at('m'), null)).toBe('c@d.example');
  });

  test('the sender of a message is not the one that a document or page named that is gone', async () => {
    const gone = { isNewDocument: false, messageKeys: [] };
    await memory.join(at('m'), 'a@b.example');
    await memory.join(at('n'), 'a@b.example');
    await memory.join(at('m', 1, 2), 'c@d.example');
    await memory.forgetDocument(1, 2, gone);
    expect(await memory.join(at('m'), null)).toBe('a@b.example');
    await memory.forgetDocument(1, 0, { isNewDocument: true, messageKeys: ['n'] });
    expect(await memory.join(at('m'), null)).toBeNull();
    expect(await memory.join(at('n'), null)).toBe('a@b.example');
    await memory.join(at('n', 1, 2), 'c@d.example');
    await memory.forgetDocument(1, 2, { isNewDocument: true, messageKeys: ['n'] });
    expect(await memory.join(at('n'), null)).toBeNull();
    await memory.forgetDocument(1, 0, { isNewDocument: true, messageKeys: ['n'] });
    expect(await wake().join(at('n'), null)).toBe('a@b.example');
    // Of a body that was here without its head it is still known that it was.
    changes = [];
    await memory.join(at('m'), 'e@f.example');
    expect(changes).toEqual([[1, 'e@f.example', null]]);
  });

  test('the sender of a message is there after the background was stopped', async () => {
    await memory.join(at('m'), 'a@b.example');
    await memory.join(at('n'), 'a@b.example');
    await memory.join(at('n', 1, 2), 'c@d.example');
    const awake = wake();
    expect(await awake.join(at('m'), null)).toBe('a@b.example');
    expect(await awake.join(at('n'), null)).toBeNull();
    expect(await awake.join(at('n'), 'a@b.example')).toBeNull();
  });

  test('the sender of a message is forgotten with its tab, in memory and in the session', async () => {
    await memory.join(at('m'), 'a@b.example');
    await memory.join(at('m', 2), 'a@b.example');
    await memory.forgetTab(1);
    expect(await memory.join(at('m'), null)).toBeNull();
    expect([...session.keys()]).toEqual(['senders:2']);
    expect(await wake().join(at('m', 2), null)).toBe('a@b.example');
  });

  test('the sender of a message of two messages that come at once is not lost: the session is read once', async () => {
    await Promise.all([memory.join(at('m'), 'a@b.example'), memory.join(at('n'), 'c@d.example')]);
    const awake = wake();
    expect(await awake.join(at('m'), null)).toBe('a@b.example');
    expect(await awake.join(at('n'), null)).toBe('c@d.example');
  });

  test('the sender is remembered of the last 200 messages of a tab', async () => {
    for (let index = 0; index < 201; index++) await memory.join(at(`m${index}`), `a${index}@b.example`);
    expect(await memory.join(at('m1'), null)).toBe('a1@b.example');
    expect(await memory.join(at('m200'), null)).toBe('a200@b.example');
    expect(await memory.join(at('m0'), null)).toBeNull();
  });

  test('the sender of a message is awaited for the last 200 messages of a tab, those included whose head is known', async () => {
    await memory.join(at('m0'), 'a0@b.example');
    for (let index = 1; index < 202; index++) await memory.join(at(`m${index}`), null);
    expect(await memory.join(at('m0'), null)).toBeNull();
    for (const index of [3, 201, 1]) await memory.join(at(`m${index}`), `a${index}@b.example`);
    expect(changes).toEqual([
      [1, 'a3@b.example', null],
      [1, 'a201@b.example', null],
    ]);
  });
});
