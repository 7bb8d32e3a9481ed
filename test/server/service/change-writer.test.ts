import { writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Change } from '../../../src/server/node/changes/change.ts';
import { ChangeStore, storePath } from '../../../src/server/node/changes/change-store.ts';
import { openDatabase } from '../../../src/server/node/changes/node-sqlite.ts';
import { ChangeWriter } from '../../../src/server/service/changes/change-writer.ts';
import { ClockWatch } from '../../../src/server/service/changes/clock-watch.ts';
import { aFolder } from '../publisher/run-command.ts';
import { aChange } from './a-change.ts';

async function opened(folder: string): Promise<ChangeWriter> {
  const writer = await ChangeWriter.open(folder);
  if (!writer.ok) throw new Error(writer.failure.message);
  onTestFinished(() => writer.value.close());
  return writer.value;
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
  test('a writer of changes has on disk what it has acknowledged, each append with what became of its own', async () => {
    const folder = aFolder();
    const writer = await opened(folder);
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

  test('a writer of changes refuses what it would have to hold while the disk is slow, and takes it later', async () => {
    const writer = await opened(aFolder());
    const [first, second] = await Promise.all([writer.append(some(60_000)), writer.append(some(60_000))]);
    expect([first?.ok, second]).toMatchObject([true, { ok: false, failure: { kind: 'too-many-changes' } }]);
    expect((await writer.append(some(1))).ok).toBe(true);
  });

  test('a writer of changes refuses while another program has the table locked, and goes on when it is free', async () => {
    const folder = aFolder();
    const writer = await opened(folder);
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

  test('a writer of changes takes nothing of a batch that has a fault, and names nothing of it', async () => {
    const folder = aFolder();
    const writer = await opened(folder);
    const refused = await writer.append([
      aChange({}),
      { ...aChange({ host: 'secret.example' }), at: Number.NaN },
    ]);
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'not-written' } });
    expect(JSON.stringify(refused)).not.toContain('secret');
    expect([(await writer.append(some(1))).ok, held(folder)]).toEqual([true, some(1)]);
  });

  test('a writer of changes is started again when its thread has ended', async () => {
    const folder = aFolder();
    const writer = await opened(folder);
    await writer.append(some(1));
    await writer.close();
    expect(await writer.append(some(2))).toMatchObject({
      ok: true,
      value: { outcomes: ['repeated', 'applied'] },
    });
    expect(held(folder)).toEqual(some(2));
  });

  test('a writer of changes is not opened over what is no table, and says what to do', async () => {
    const folder = aFolder();
    writeFileSync(storePath(folder), 'x'.repeat(5000));
    const refused = await ChangeWriter.open(folder);
    expect(refused.ok ? null : [refused.failure.kind, refused.failure.message]).toEqual([
      'changes-damaged',
      expect.stringMatching(/Restore it from a backup/),
    ]);
  });
});

test('the check service does not believe a clock that was moved until it has gone on for a while', () => {
  const clock = new ClockWatch();
  const hour = 3_600_000;
  expect(clock.isSteady(0, 0)).toBe(false);
  expect(clock.isSteady(hour, hour)).toBe(true);
  expect(clock.isSteady(9 * hour, 2 * hour)).toBe(false);
  expect(clock.isSteady(10 * hour, 3 * hour)).toBe(true);
  expect(clock.isSteady(-50 * hour, 4 * hour)).toBe(false);
});
