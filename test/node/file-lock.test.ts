import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFile } from '../../src/node/file-lock.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spamlight-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function held(changes: object): Promise<void> {
  const holder = { id: 'other', pid: process.pid, host: hostname(), since: '2026-11-20T00:00:00.000Z' };
  await writeFile(path, JSON.stringify({ ...holder, ...changes }));
}

const lock = () => lockFile(path, 'Another build is at work');

describe('a lock', () => {
  test('keeps a second one out, in the same process too, until it is released', async () => {
    const first = await lock();
    expect(first.ok).toBe(true);
    expect(await lock()).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    if (first.ok) await first.value.release();
    expect((await lock()).ok).toBe(true);
  });

  // In a container every process that is started has the number 1.
  test('of a process that had our number is taken over', async () => {
    await held({});
    expect((await lock()).ok).toBe(true);
  });

  test.runIf(process.platform === 'linux')(
    'of a process whose number another has now is taken over',
    async () => {
      const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
      try {
        await held({ pid: other.pid, start: 'another start of the machine 1' });
        const taken = await lock();
        expect(taken.ok).toBe(true);
        const { start } = JSON.parse(await readFile(path, 'utf8')) as { start: unknown };
        expect(start).toMatch(/^[0-9a-f-]{36} \d+$/);
      } finally {
        other.kill();
      }
    },
  );

  test('of a process that is there is kept, also where it does not say when it started', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    try {
      await held({ pid: other.pid });
      expect((await lock()).ok).toBe(false);
    } finally {
      other.kill();
    }
  });

  test('of a process that has ended is taken over', async () => {
    const other = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => other.once('exit', resolve));
    await held({ pid: other.pid });
    expect((await lock()).ok).toBe(true);
  });

  test('of another machine is kept, and says what to delete if that is gone', async () => {
    await held({ host: 'elsewhere.example', start: null });
    const refused = await lock();
    if (refused.ok) throw new Error('taken over');
    expect(refused.failure.message).toContain('on elsewhere.example');
    expect(refused.failure.message).toMatch(/if that machine or container is gone, delete .*lock\.$/);
  });
});
