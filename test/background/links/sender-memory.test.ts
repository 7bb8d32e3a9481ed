import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SenderMemory } from '../../../src/background/links/sender-memory.ts';

/** Outlives the memory of a realm. */
const session = vi.hoisted(() => new Map<string, unknown>());

vi.mock('../../../src/platform/session-storage.ts', () => ({
  readSession: async (key: string) => structuredClone(session.get(key)),
  writeSession: async (key: string, value: unknown) => void session.set(key, structuredClone(value)),
  removeFromSession: async (keys: readonly string[]) => {
    for (const key of keys) session.delete(key);
  },
}));

let late: [number, string][];
let memory: SenderMemory;

/** As after the background was stopped: nothing in memory, the session as it was. */
function wake(): SenderMemory {
  return new SenderMemory((tabId, address) => late.push([tabId, address]));
}

beforeEach(() => {
  session.clear();
  late = [];
  memory = wake();
});

const HEAD = true;
const BODY = false;

describe('the sender of a message', () => {
  test('is known to its body when the head came first, and to no other message or tab', async () => {
    expect(await memory.join(1, 'm', 'a@b.example', HEAD)).toBe('a@b.example');
    expect(await memory.join(1, 'm', null, BODY)).toBe('a@b.example');
    expect(await memory.join(1, 'n', null, BODY)).toBeNull();
    expect(await memory.join(2, 'm', null, BODY)).toBeNull();
    expect(late).toEqual([]);
  });

  test('is told of when it comes after the body, once, with its tab', async () => {
    expect(await memory.join(3, 'm', null, BODY)).toBeNull();
    expect(await memory.join(3, 'm', null, BODY)).toBeNull();
    expect(await memory.join(3, 'm', 'a@b.example', HEAD)).toBe('a@b.example');
    expect(await memory.join(3, 'm', 'a@b.example', HEAD)).toBe('a@b.example');
    expect(late).toEqual([[3, 'a@b.example']]);
  });

  test('is not told of when nobody has asked without it', async () => {
    await memory.join(1, 'm', 'a@b.example', HEAD);
    expect(late).toEqual([]);
  });

  test('that a head shows late counts: without an address it says as little as none', async () => {
    expect(await memory.join(1, 'm', null, HEAD)).toBeNull();
    expect(await memory.join(1, 'm', 'a@b.example', HEAD)).toBe('a@b.example');
    expect(await memory.join(1, 'm', null, HEAD)).toBe('a@b.example');
    expect(late).toEqual([[1, 'a@b.example']]);
  });

  test('is nobody once two heads differ, whatever comes later, and that is no news', async () => {
    await memory.join(1, 'm', null, BODY);
    await memory.join(1, 'm', 'a@b.example', HEAD);
    expect(await memory.join(1, 'm', 'c@d.example', HEAD)).toBeNull();
    expect(await memory.join(1, 'm', null, BODY)).toBeNull();
    expect(late).toEqual([[1, 'a@b.example']]);
  });

  test('stays nobody for either of the two', async () => {
    await memory.join(1, 'm', 'a@b.example', HEAD);
    await memory.join(1, 'm', 'c@d.example', HEAD);
    expect(await memory.join(1, 'm', 'a@b.example', HEAD)).toBeNull();
    expect(await memory.join(1, 'm', 'c@d.example', HEAD)).toBeNull();
  });

  test('is there after the background was stopped', async () => {
    await memory.join(1, 'm', 'a@b.example', HEAD);
    await memory.join(1, 'n', 'a@b.example', HEAD);
    await memory.join(1, 'n', 'c@d.example', HEAD);
    const awake = wake();
    expect(await awake.join(1, 'm', null, BODY)).toBe('a@b.example');
    expect(await awake.join(1, 'n', null, BODY)).toBeNull();
    expect(await awake.join(1, 'n', 'a@b.example', HEAD)).toBeNull();
  });

  test('is forgotten with its tab, in memory and in the session', async () => {
    await memory.join(1, 'm', 'a@b.example', HEAD);
    await memory.join(2, 'm', 'a@b.example', HEAD);
    await memory.forgetTab(1);
    expect(await memory.join(1, 'm', null, BODY)).toBeNull();
    expect([...session.keys()]).toEqual(['senders:2']);
    expect(await wake().join(2, 'm', null, BODY)).toBe('a@b.example');
  });

  test('of two messages that come at once is not lost: the session is read once', async () => {
    await Promise.all([memory.join(1, 'm', 'a@b.example', HEAD), memory.join(1, 'n', 'c@d.example', HEAD)]);
    const awake = wake();
    expect(await awake.join(1, 'm', null, BODY)).toBe('a@b.example');
    expect(await awake.join(1, 'n', null, BODY)).toBe('c@d.example');
  });

  test('is kept of the last 200 messages of a tab', async () => {
    for (let index = 0; index < 201; index++) await memory.join(1, `m${index}`, `a${index}@b.example`, HEAD);
    expect(await memory.join(1, 'm1', null, BODY)).toBe('a1@b.example');
    expect(await memory.join(1, 'm200', null, BODY)).toBe('a200@b.example');
    expect(await memory.join(1, 'm0', null, BODY)).toBeNull();
  });

  test('is awaited for the last 200 messages of a tab, those included whose head is known', async () => {
    await memory.join(1, 'm0', 'a0@b.example', HEAD);
    for (let index = 1; index < 202; index++) await memory.join(1, `m${index}`, null, BODY);
    expect(await memory.join(1, 'm0', null, BODY)).toBeNull();
    for (const index of [3, 201, 1]) await memory.join(1, `m${index}`, `a${index}@b.example`, HEAD);
    expect(late).toEqual([
      [1, 'a3@b.example'],
      [1, 'a201@b.example'],
    ]);
  });
});
