import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { crc32 } from '../../../src/core/filter/crc32.ts';
import { CATEGORIES, LEVELS } from '../../../src/core/verdict/verdict.ts';
import { CHANGE_ACTIONS, type Change } from '../../../src/server/node/changes/change.ts';
import { ChangeStore, storePath } from '../../../src/server/node/changes/change-store.ts';
import { openDatabase } from '../../../src/server/node/changes/node-sqlite.ts';
import { ChangeWriter } from '../../../src/server/service/changes/change-writer.ts';
import { ClockWatch } from '../../../src/server/service/changes/clock-watch.ts';
import { aFolder } from '../publisher/run-command.ts';
import { aChange } from './a-change.ts';

async function opened(
  folder: string,
): Promise<{ readonly writer: ChangeWriter; readonly imported: readonly number[] }> {
  const imported: number[] = [];
  const writer = await ChangeWriter.open(folder, (lines) => imported.push(lines));
  if (!writer.ok) throw new Error(writer.failure.message);
  onTestFinished(() => writer.value.close());
  return { writer: writer.value, imported };
}

function held(folder: string): readonly Change[] {
  const store = ChangeStore.read(storePath(folder), 1000);
  try {
    return store.since(0, 100_000).map(({ change }) => change);
  } finally {
    store.close();
  }
}

const some = (count: number, from = 0): readonly Change[] =>
  Array.from({ length: count }, (_, index) =>
    aChange({ id: `${from + index}`, host: `h${from + index}.example` }),
  );

describe('a writer of changes', () => {
  test('has on disk what it has acknowledged, each append with what became of its own', async () => {
    const folder = aFolder();
    const { writer } = await opened(folder);
    const taken = await Promise.all([
      writer.append(some(2)),
      writer.append(some(3)),
      writer.append(some(1, 3)),
    ]);
    expect(taken.map((one) => one.ok && one.value.outcomes)).toEqual([
      ['applied', 'applied'],
      ['repeated', 'repeated', 'applied'],
      ['applied'],
    ]);
    expect(held(folder)).toEqual(some(4));
    expect([await writer.append(some(1)), writer.last()]).toEqual([
      { ok: true, value: { kind: 'taken', id: 3, outcomes: ['repeated'], last: 4 } },
      4,
    ]);
  });

  test('refuses what it would have to hold while the disk is slow, and takes it later', async () => {
    const { writer } = await opened(aFolder());
    const [first, second] = await Promise.all([writer.append(some(60_000)), writer.append(some(60_000))]);
    expect([first?.ok, second]).toMatchObject([true, { ok: false, failure: { kind: 'too-many-changes' } }]);
    expect((await writer.append(some(1))).ok).toBe(true);
  });

  test('refuses while another program has the table locked, and goes on when it is free', async () => {
    const folder = aFolder();
    const { writer } = await opened(folder);
    const other = openDatabase(storePath(folder), false, 0);
    other.exec('BEGIN IMMEDIATE');
    const refused = await writer.append(some(1));
    expect(refused.ok ? null : [refused.failure.kind, refused.failure.message]).toEqual([
      'not-written',
      expect.stringContaining('is locked by another program'),
    ]);
    other.exec('COMMIT');
    other.close();
    expect(await writer.append(some(1))).toMatchObject({ ok: true });
  }, 60_000);

  test('takes nothing of a batch that has a fault, and names nothing of it', async () => {
    const folder = aFolder();
    const { writer } = await opened(folder);
    const refused = await writer.append([
      aChange({}),
      { ...aChange({ host: 'secret.example' }), at: Number.NaN },
    ]);
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'not-written' } });
    expect(JSON.stringify(refused)).not.toContain('secret');
    expect([(await writer.append(some(1))).ok, held(folder)]).toEqual([true, some(1)]);
  });

  test('is started again when its thread has ended', async () => {
    const folder = aFolder();
    const { writer } = await opened(folder);
    await writer.append(some(1));
    await writer.close();
    expect(await writer.append(some(2))).toMatchObject({
      ok: true,
      value: { outcomes: ['repeated', 'applied'] },
    });
    expect(held(folder)).toEqual(some(2));
  });

  test('is not opened over what is no table, and says what to do', async () => {
    const folder = aFolder();
    writeFileSync(storePath(folder), 'x'.repeat(5000));
    const refused = await ChangeWriter.open(folder, () => {});
    expect(refused.ok ? null : [refused.failure.kind, refused.failure.message]).toEqual([
      'changes-damaged',
      expect.stringMatching(/Restore it from a backup/),
    ]);
  });
});

/** As earlier builds wrote it. */
function oldLine({ id, action, entry, sequence, category, level, expiresAt, at }: Change): string {
  const [name, path] = entry.kind === 'url' ? [entry.host, entry.path] : [entry.address, ''];
  const [actionIndex, categoryIndex, levelIndex] = [
    CHANGE_ACTIONS.indexOf(action),
    CATEGORIES.indexOf(category),
    LEVELS.indexOf(level),
  ];
  const json = JSON.stringify([
    id,
    actionIndex,
    entry.kind,
    name,
    path,
    sequence,
    categoryIndex,
    levelIndex,
    expiresAt,
    at,
  ]);
  return `${crc32(new TextEncoder().encode(json)).toString(16).padStart(8, '0')} ${json}\n`;
}

describe('the log of an earlier version', () => {
  const sender: Change = {
    ...aChange({ id: 'ü', expiresAt: 9e9 }),
    entry: { kind: 'address', address: 'bad@sender.example' },
  };
  const all = [...some(3), sender, aChange({ id: 'w', host: 'h1.example', action: 'expire', sequence: 6 })];
  const lines = (changes: readonly Change[]): string => changes.map(oldLine).join('');

  function aLog(files: Readonly<Record<string, string>>): string {
    const folder = join(aFolder(), 'changes');
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  }

  test('has the line that was written by one', () => {
    // Written by an earlier build.
    expect(lines([aChange({})])).toBe('c5a583e5 ["a",0,"url","bad.example","/",5,0,0,null,1795176000]\n');
  });

  test('is taken in once, with state and all, and put out of the way', async () => {
    const folder = aLog({
      '00000001.log': 'outdated',
      '00000002.state': lines(all.slice(0, 2)),
      '00000003.log': lines(all.slice(2, 4)),
      '00000004.log': lines(all.slice(4)),
    });
    const { writer, imported } = await opened(folder);
    expect(imported).toEqual([5]);
    const [first, , third] = some(3);
    expect(held(folder)).toEqual([first, third, sender, all[4]]);
    expect(readdirSync(folder).filter((name) => !name.startsWith('changes.db'))).toEqual(['imported-log']);
    expect(readdirSync(join(folder, 'imported-log'))).toHaveLength(4);
    await writer.append([aChange({ host: 'h0.example', action: 'remove', sequence: 9 })]);
    await writer.close();
    const again = await opened(folder);
    expect([again.imported, held(folder)]).toEqual([
      [],
      [third, sender, all[4], aChange({ host: 'h0.example', action: 'remove', sequence: 9 })],
    ]);
  });

  test('is taken in again if that was interrupted, and changes nothing that came since', async () => {
    const folder = aLog({ '00000001.log': lines(all) });
    const store = ChangeStore.open(storePath(folder), 1000);
    store.append([all.slice(0, 2), [aChange({ id: 'new', host: 'h0.example', sequence: 7 })]]);
    store.close();
    await opened(folder);
    expect(held(folder).find(({ id }) => id === 'new')).toBeDefined();
    expect(held(folder)).toHaveLength(4);
  });

  test.each([
    ['cut short at its end', { '00000001.log': lines(all).slice(0, -20) }, 3],
    ['with blank blocks at its end', { '00000001.log': lines(all) + '\0'.repeat(4096) }, 4],
    ['of nothing', { '00000001.log': '' }, 0],
  ])('%s loses nothing that was acknowledged', async (_, files, entries) => {
    const folder = aLog(files);
    await opened(folder);
    // The last line, which withdraws one, may be the one that is cut.
    expect(held(folder).filter(({ action }) => action !== 'expire')).toHaveLength(
      entries === 3 ? 4 : Math.max(0, entries - 1),
    );
  });

  test.each([
    ['damaged in the middle', { '00000001.log': lines(all).replace('h1.example', 'x1.example') }],
    [
      'damaged at the end of a file that another follows',
      { '00000001.log': lines(all).slice(0, -5), '00000002.log': lines(all) },
    ],
    ['without one of its files', { '00000001.log': lines(all), '00000003.log': lines(all) }],
  ])('that is %s is refused, and left as it is', async (_, files) => {
    const folder = aLog(files);
    expect(await ChangeWriter.open(folder, () => {})).toMatchObject({
      ok: false,
      failure: { kind: 'changes-damaged' },
    });
    for (const name of Object.keys(files)) expect(existsSync(join(folder, name))).toBe(true);
  });
});

test('a clock that was moved is not believed until it has gone on for a while', () => {
  const clock = new ClockWatch();
  const hour = 3_600_000;
  expect(clock.isSteady(0, 0)).toBe(false);
  expect(clock.isSteady(hour, hour)).toBe(true);
  expect(clock.isSteady(9 * hour, 2 * hour)).toBe(false);
  expect(clock.isSteady(10 * hour, 3 * hour)).toBe(true);
  expect(clock.isSteady(-50 * hour, 4 * hour)).toBe(false);
});
