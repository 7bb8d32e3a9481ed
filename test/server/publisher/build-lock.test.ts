import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { aFolder, aWorkshop, spamlight } from './run-command.ts';

/** Files that cannot be opened, by how their path ends, and the system's code for it. */
const closed = vi.hoisted((): Map<string, string> => new Map());

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  const open: typeof original.open = async (path, ...rest) => {
    for (const [end, code] of closed)
      if (String(path).endsWith(end)) throw Object.assign(new Error('no'), { code, path });
    return original.open(path, ...rest);
  };
  return { ...original, open };
});

describe('a lock that cannot be made', () => {
  // As a systemd unit that may write to the state folder alone: its lock is beside it.
  test.each([
    ['channel.lock', 'EROFS', 'the disk is read-only', 'may write to '],
    ['state.lock', 'EACCES', 'this account may not open it', 'may write to '],
    ['state.lock', 'ENOSPC', 'the disk is full', 'Make room in '],
  ])('a lock that cannot be made is called one: %s, %s', async (name, code, why, advice) => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    closed.set(name, code);
    const result = await workshop.build({}, '--state', join(workshop.folder, 'state'));
    closed.clear();
    expect(result.code).toBe(1);
    const [note = ''] = result.notes;
    expect(note).toContain(`The lock ${join(workshop.folder, name)} cannot be made: ${why}.`);
    expect(note).toContain('Nothing was changed.');
    expect(note).toContain(`${advice}${workshop.folder}`);
  });

  test('a lock that cannot be made ends a fetch with the same words', async () => {
    const folder = aFolder();
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    closed.set('state.lock', 'EROFS');
    const result = await spamlight(['fetch', '--feeds', workshop.feeds, '--state', join(folder, 'state')]);
    closed.clear();
    expect([result.code, result.notes.join()]).toEqual([
      1,
      expect.stringContaining(`The lock ${join(folder, 'state.lock')} cannot be made`),
    ]);
  });

  test('a lock that cannot be made does not hide a programming error', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    closed.set('channel.lock', 'EBADF');
    await expect(workshop.build()).rejects.toThrow('no');
    closed.clear();
  });
});
