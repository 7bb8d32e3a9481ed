import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeReader } from '../../../src/server/node/changes/change-reader.ts';
import { ChangeLog } from '../../../src/server/service/changes/change-log.ts';
import { aChange, NOW } from './a-change.ts';

/** What the file system does not do, by the name of the call, until it is taken out. */
const broken = vi.hoisted(() => new Map<string, Error>());

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const failing = (name: string): void => {
    const error = broken.get(name);
    if (error !== undefined) throw error;
  };
  return {
    ...real,
    truncate: async (path: string, length: number) => {
      failing('truncate');
      return real.truncate(path, length);
    },
    open: async (path: string, flags: string, mode?: number) => {
      if (flags === 'a') failing('open');
      const handle = await real.open(path, flags, mode);
      const datasync = handle.datasync.bind(handle);
      handle.datasync = async () => {
        failing('datasync');
        return datasync();
      };
      return handle;
    },
  };
});

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spamlight-log-'));
});

afterEach(() => {
  broken.clear();
  rmSync(folder, { recursive: true, force: true });
});

async function opened(): Promise<ChangeLog> {
  const log = await ChangeLog.open(folder, NOW, () => {});
  if (!log.ok) throw new Error(log.failure.message);
  return log.value;
}

async function idsIn(log: ChangeLog): Promise<readonly string[]> {
  const ids: string[] = [];
  await new ChangeReader(folder).readTo(log.end(), ({ id }) => ids.push(id));
  return ids;
}

test('what the disk did not confirm is refused and not kept, whatever went wrong, and the next change is taken', async () => {
  const log = await opened();
  expect(await log.append([aChange({ id: 'first' })])).toMatchObject({ ok: true });
  broken.set('datasync', new TypeError('a fault of our own, about secret.example'));
  const refused = await log.append([aChange({ id: 'lost' })]);
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'not-written' } });
  expect(JSON.stringify(refused)).toContain('TypeError');
  expect(JSON.stringify(refused)).not.toContain('secret');
  broken.clear();
  expect(await log.append([aChange({ id: 'second' })])).toMatchObject({ ok: true });
  expect(await idsIn(log)).toEqual(['first', 'second']);
  await log.close();
  const again = await opened();
  expect(await idsIn(again)).toEqual(['first', 'second']);
  await again.close();
});

test('while half of a change cannot be cut off nothing is written behind it', async () => {
  const log = await opened();
  broken.set('datasync', new Error('no'));
  broken.set('truncate', new Error('no'));
  expect(await log.append([aChange({ id: 'lost' })])).toMatchObject({ ok: false });
  broken.delete('datasync');
  expect(await log.append([aChange({ id: 'refused too' })])).toMatchObject({ ok: false });
  broken.clear();
  expect(await log.append([aChange({ id: 'kept' })])).toMatchObject({ ok: true });
  expect(await idsIn(log)).toEqual(['kept']);
  await log.close();
});

test('a next file that cannot be begun leaves the one in use, and comes later', async () => {
  const log = await opened();
  broken.set('open', Object.assign(new Error('too many'), { code: 'EMFILE' }));
  // Longer than a file may be before the next is begun.
  for (let part = 0; part < 5; part++) {
    const long = Array.from({ length: 70 }, (_, index) =>
      aChange({ id: 'x'.repeat(200_000), host: `h${index}.site-${part}.example` }),
    );
    expect(await log.append(long)).toMatchObject({ ok: true });
  }
  expect(readdirSync(folder)).toHaveLength(1);
  broken.clear();
  expect(await log.append([aChange({ id: 'last' })])).toMatchObject({ ok: true });
  await log.close();
  expect(readdirSync(folder)).toHaveLength(2);
  const again = await opened();
  expect(await idsIn(again)).toHaveLength(351);
  await again.close();
});
