import { renameSync, truncateSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readLink } from '../../../src/core/url/read-link.ts';
import { ChangeStore, storedHash, storePath } from '../../../src/server/node/changes/change-store.ts';
import { openDatabase } from '../../../src/server/node/changes/node-sqlite.ts';
import { RowFilter } from '../../../src/server/service/changes/row-filter.ts';
import type { Change } from '../../../src/server/node/changes/change.ts';
import { aChange, NOW } from './a-change.ts';
import { aTable, type ATable } from './a-table.ts';

const some = (count: number, from = 0): readonly Change[] =>
  Array.from({ length: count }, (_, index) =>
    aChange({ id: `${from + index}`, host: `h${from + index}.example` }),
  );

/** What is said of each host: an action, nothing, or why nothing can be said. */
async function said({ lookup }: ATable, hosts: readonly string[], now = NOW): Promise<readonly string[]> {
  const found = await lookup.lookUp(
    hosts.map((host) => readLink(`http://a.${host}/page`)),
    now,
  );
  return found.map(({ decisions, trouble }) => trouble ?? decisions.map(({ action }) => action).join());
}

/** How many entries were asked for in the table. */
function finds(): () => number {
  const find = vi.spyOn(ChangeStore.prototype, 'find');
  onTestFinished(() => find.mockRestore());
  return () => find.mock.calls.splice(0).length;
}

async function untilFilled(table: ATable, asked: () => number): Promise<void> {
  await vi.waitFor(async () => {
    await nextTurn();
    asked();
    await said(table, ['none.example']);
    expect(asked()).toBe(0);
  });
}

describe('a look-up of changes', () => {
  test('a look-up of changes knows a change as soon as it is committed, and when it says nothing any more', async () => {
    const table = aTable();
    expect(await said(table, ['h0.example'])).toEqual(['']);
    table.apply(aChange({ host: 'h0.example', expiresAt: NOW + 10 }));
    expect(await said(table, ['h0.example', 'h1.example'], NOW + 9)).toEqual(['add', '']);
    expect(await said(table, ['h0.example'], NOW + 10)).toEqual(['']);
    table.apply(aChange({ host: 'h0.example', action: 'remove', sequence: 6 }));
    expect(await said(table, ['h0.example'])).toEqual(['remove']);
    table.apply(aChange({ host: 'h0.example', action: 'expire', sequence: 7 }));
    expect(await said(table, ['h0.example'])).toEqual(['']);
    expect(table.lookup.changeCount()).toBe(1);
  });

  test('a look-up of changes is right before its filter is filled, and afterwards asks for nothing that no change names', async () => {
    const asked = finds();
    const table = aTable(...some(10_000));
    expect(await said(table, ['h7.example', 'none.example'])).toEqual(['add', '']);
    expect(asked()).toBeGreaterThan(1);
    await untilFilled(table, asked);
    expect(await said(table, ['h7.example', 'h9999.example', 'none.example'])).toEqual(['add', 'add', '']);
    expect(asked()).toBeLessThan(5);
  });

  test('a look-up of changes follows few changes with its filter, and more beside the checks', async () => {
    const asked = finds();
    const table = aTable(...some(10));
    await said(table, ['none.example']);
    await untilFilled(table, asked);
    table.apply(...some(1000, 10));
    expect(await said(table, ['h1009.example', 'none.example'])).toEqual(['add', '']);
    expect(asked()).toBeLessThan(5);
    // More than is taken in at once, and more than the filter was made for.
    table.apply(...some(30_000, 1010));
    expect(await said(table, ['h31009.example', 'none.example'])).toEqual(['add', '']);
    expect(asked()).toBeGreaterThan(1);
    await untilFilled(table, asked);
    expect(await said(table, ['h0.example', 'h31009.example', 'none.example'])).toEqual(['add', 'add', '']);
    expect(asked()).toBeLessThan(5);
  });

  test('a look-up of changes misses nothing that is taken in while its filter is filled', async () => {
    const table = aTable(...some(20_000));
    let wrong = 0;
    for (let round = 0; round < 100; round++) {
      const changes = some(50, 20_000 + round * 50);
      table.apply(...changes);
      const hosts = ['h0.example', `h${20_000 + round * 50}.example`, `h${20_049 + round * 50}.example`];
      if ((await said(table, hosts)).join() !== 'add,add,add') wrong++;
      await nextTurn();
    }
    expect(wrong).toBe(0);
  });

  const locked = (path: string): (() => void) => {
    const db = openDatabase(path, false, 0);
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return () => db.close();
  };
  const damaged = (path: string): (() => void) => {
    const db = openDatabase(path, false, 0);
    db.exec("UPDATE changes SET entry = 'changed.example/'");
    db.close();
    return () => {
      const again = openDatabase(path, false, 0);
      again.exec("UPDATE changes SET entry = 'h0.example/'");
      again.close();
    };
  };
  const moved = (path: string): (() => void) => {
    renameSync(path, `${path}.away`);
    return () => renameSync(`${path}.away`, path);
  };
  const overwritten = (path: string): (() => void) => {
    renameSync(path, `${path}.away`);
    writeFileSync(path, 'no database');
    return () => renameSync(`${path}.away`, path);
  };

  test.each([
    ['locked', locked, 'is locked by another program'],
    ['damaged', damaged, 'is damaged'],
    ['missing', moved, 'cannot be opened'],
    ['no database', overwritten, 'is damaged'],
  ])(
    'a look-up of changes of a table that is %s says so of every link, and answers again when that is over',
    async (_, harm, because) => {
      const table = aTable(...some(1));
      table.store.close();
      const mend = harm(storePath(table.folder));
      // Every host may be named: the filter is not filled yet.
      expect(await said(table, ['h0.example', 'changed.example'])).toEqual(['unreadable', 'unreadable']);
      expect([table.lookup.trouble(), table.troubles]).toEqual([
        'unreadable',
        [expect.stringContaining(because)],
      ]);
      mend();
      await vi.waitFor(async () =>
        expect(await said(table, ['h0.example', 'none.example'])).toEqual(['add', '']),
      );
      expect([table.lookup.trouble(), table.troubles.slice(1)]).toEqual([null, [null]]);
    },
  );

  test('a look-up of changes of a table that is cut short while it is open says so', async () => {
    const table = aTable(...some(3000));
    table.store.close();
    expect(await said(table, ['h0.example'])).toEqual(['add']);
    truncateSync(storePath(table.folder), 8192);
    const hosts = some(3000).map(({ id }) => `h${id}.example`);
    expect(new Set(await said(table, hosts))).toEqual(new Set(['unreadable']));
  });
});

describe('a filter of rows', () => {
  test('a filter of rows lets every row through, and of what it does not have about one in a thousand', () => {
    const filter = new RowFilter(100_000);
    const { hasher } = aTable().store;
    const words = (name: string): Uint32Array =>
      Uint32Array.from(
        Array.from({ length: 100_000 }, (_, index) => hasher.address(`${name}-${index}`)).flatMap(
          ({ high, low }) => [high, low],
        ),
      );
    const there = words('there');
    for (let at = 0; at < there.length; at += 2)
      filter.add(storedHash({ high: there[at] ?? 0, low: there[at + 1] ?? 0 }));
    const passing = new Uint32Array(100_000);
    expect([filter.select(there, 100_000, passing), passing[0], passing[99_999]]).toEqual([
      100_000, 0, 99_999,
    ]);
    const absent = filter.select(words('absent'), 100_000, passing);
    expect(absent).toBeLessThan(200);
    expect(absent).toBeGreaterThan(0);
    expect(filter.isOutgrown()).toBe(false);
    for (let at = 0; at < 50_001; at++) filter.add(at * 2 ** 30);
    expect(filter.isOutgrown()).toBe(true);
  });
});
