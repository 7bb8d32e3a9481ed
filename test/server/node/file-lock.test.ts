import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockFile } from '../../../src/server/node/file-lock.ts';

/** System codes with which writing into a file, and making a hard link, fail; null: they do not. */
const fault = vi.hoisted((): { write: string | null; link: string | null } => ({ write: null, link: null }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  const failing = (code: string): Error => Object.assign(new Error(code), { code });
  const open: typeof original.open = async (...given) => {
    const file = await original.open(...given);
    const write = file.writeFile.bind(file);
    file.writeFile = async (...content) => {
      if (fault.write !== null) throw failing(fault.write);
      return write(...content);
    };
    return file;
  };
  const link: typeof original.link = async (...paths) => {
    if (fault.link !== null) throw failing(fault.link);
    return original.link(...paths);
  };
  return { ...original, open, link };
});

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spamlight-lock-'));
  path = join(folder, 'lock');
});
afterEach(async () => {
  Object.assign(fault, { write: null, link: null });
  await rm(folder, { recursive: true, force: true });
});

async function held(changes: object): Promise<void> {
  const holder = { id: 'other', pid: process.pid, host: hostname(), since: '2026-11-20T00:00:00.000Z' };
  await writeFile(path, JSON.stringify({ ...holder, ...changes }));
}

const lock = () => lockFile(path, 'Another build is at work');

describe('a lock', () => {
  test('a lock keeps a second one out, in the same process too, until it is released', async () => {
    const first = await lock();
    expect(first.ok).toBe(true);
    expect(await lock()).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    if (first.ok) await first.value.release();
    expect((await lock()).ok).toBe(true);
  });

  // In a container every process that is started has the number 1.
  test('a lock of an earlier process with our own process id is taken over', async () => {
    await held({});
    expect((await lock()).ok).toBe(true);
  });

  test.runIf(process.platform === 'linux')(
    'a lock of an ended process whose process id was reused is taken over',
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

  test('a lock of a process that is there is kept, also where it does not say when it started', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    try {
      await held({ pid: other.pid });
      expect((await lock()).ok).toBe(false);
    } finally {
      other.kill();
    }
  });

  test('a lock of a process that has ended is taken over', async () => {
    const other = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => other.once('exit', resolve));
    await held({ pid: other.pid });
    expect((await lock()).ok).toBe(true);
  });

  test('a lock of another machine is kept, and says what to delete if that is gone', async () => {
    await held({ host: 'elsewhere.example', start: null });
    const refused = await lock();
    if (refused.ok) throw new Error('taken over');
    expect(refused.failure.message).toContain('on elsewhere.example');
    expect(refused.failure.message).toMatch(/if that machine or container is gone, delete .*lock\.$/);
  });

  describe.each([
    ['', null],
    [', where there are no hard links', 'EPERM'],
  ])('made%s', (_, link) => {
    beforeEach(() => {
      fault.link = link;
    });

    test('a lock names its holder, and leaves nothing else behind', async () => {
      const first = await lock();
      if (!first.ok) throw new Error(first.failure.message);
      expect(await readdir(folder)).toEqual(['lock']);
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
      expect(await lock()).toMatchObject({ ok: false, failure: { kind: 'locked' } });
      await first.value.release();
      expect(await readdir(folder)).toEqual([]);
    });

    test('a lock made on a full disk is not left empty, where it would keep all later ones out', async () => {
      fault.write = 'ENOSPC';
      await expect(lock()).rejects.toMatchObject({ code: 'ENOSPC', path });
      expect(await readdir(folder)).toEqual([]);
      fault.write = null;
      expect((await lock()).ok).toBe(true);
    });

    test('a lock is made by one of many that try at once, and by no other', async () => {
      const all = await Promise.all(Array.from({ length: 8 }, lock));
      expect(all.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await readdir(folder)).toEqual(['lock']);
    });
  });

  const WHOLE = JSON.stringify({ id: 'x', pid: 1, host: 'elsewhere.example', since: '2026-11-20' });

  test.each([
    ['that is empty', '', 6, true],
    ['that a power cut has filled with nothing', '\0'.repeat(90), 6, true],
    ['whose text is cut off', WHOLE.slice(0, 40), 6, true],
    // Its holder may be about to write it.
    ['that is empty and new', '', 4, false],
    // Of another program, or a file of the publisher's own: `--out poetry` beside a `poetry.lock`.
    ['that is a text of something else', '[[package]]\nname = "x"\n', 6, false],
    ['that is a JSON of something else', '{"lockfileVersion":3}', 6, false],
    ['that is of another machine', WHOLE, 6, false],
  ])('a lock: %s is taken over only where nobody can hold it (%#)', async (_, text, minutes, isTaken) => {
    await writeFile(path, text);
    const madeAt = Date.now() / 1000 - minutes * 60;
    await utimes(path, madeAt, madeAt);
    const taken = await lock();
    expect(taken.ok).toBe(isTaken);
    if (isTaken) expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
    else expect(await readFile(path, 'utf8')).toBe(text);
  });

  test('a lock that cannot be read is called by its path, with what to do', async () => {
    await writeFile(path, '{"lockfileVersion":3}');
    const refused = await lock();
    if (refused.ok) throw new Error('taken over');
    expect(refused.failure.message).toMatch(
      /^.*lock is there, and is no lock .*Nothing was changed\..*another folder/,
    );
  });
});
