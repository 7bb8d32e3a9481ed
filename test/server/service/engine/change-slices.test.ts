import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toLine } from '../../../../src/server/node/changes/change-line.ts';
import {
  BEFORE_ALL,
  ChangeSlices,
  LEAST_SLICE_BYTES,
} from '../../../../src/server/node/changes/change-slices.ts';
import { linesOfChanges, type LogPosition } from '../../../../src/server/node/changes/change-files.ts';
import { aFolder } from '../../publisher/run-command.ts';
import { aChange } from '../a-change.ts';

const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => toLine(aChange({ host: `${name}-${index}.example` }))).join('');

/** A state, a log that is full and one that is written to; more than a slice in the first two. */
function aLog(): { readonly folder: string; readonly end: LogPosition } {
  const folder = aFolder();
  writeFileSync(join(folder, '00000002.state'), lines('s', 12_000));
  writeFileSync(join(folder, '00000003.log'), lines('a', 12_000));
  const last = lines('b', 10);
  writeFileSync(join(folder, '00000004.log'), last + lines('later', 5));
  return { folder, end: { file: 4, offset: last.length } };
}

async function read(
  folder: string,
  from: LogPosition,
  end: LogPosition,
  mostBytes?: number,
): Promise<{ hosts: string[]; untils: LogPosition[] }> {
  const slices = new ChangeSlices(folder, from);
  const hosts: string[] = [];
  const untils: LogPosition[] = [];
  for (
    let slice = await slices.next(end, mostBytes);
    slice !== null;
    slice = await slices.next(end, mostBytes)
  ) {
    hosts.push(...slice.changes.flatMap(({ change: { entry } }) => (entry.kind === 'url' ? entry.host : [])));
    untils.push(slice.until);
  }
  return { hosts, untils };
}

const names = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index}.example`);

test('a log is read by slices, state and all, and no further than it was told', async () => {
  const { folder, end } = aLog();
  const { hosts, untils } = await read(folder, BEFORE_ALL, end);
  expect(hosts).toEqual([...names('s', 12_000), ...names('a', 12_000), ...names('b', 10)]);
  expect([untils[0], untils.at(-1)]).toEqual([BEFORE_ALL, end]);
  expect(untils.length).toBeGreaterThan(4);
});

test('its lines are counted without being read', async () => {
  const { folder } = aLog();
  expect(await linesOfChanges(folder)).toBe(24_015);
  writeFileSync(join(folder, '00000001.log'), lines('outdated', 3));
  expect(await linesOfChanges(folder)).toBe(24_015);
  expect(await linesOfChanges(aFolder())).toBe(0);
});

test('it is the same by the smallest slices, which are more', async () => {
  const { folder, end } = aLog();
  const whole = await read(folder, BEFORE_ALL, end);
  const small = await read(folder, BEFORE_ALL, end, LEAST_SLICE_BYTES);
  expect(small.hosts).toEqual(whole.hosts);
  expect(small.untils.at(-1)).toEqual(end);
  expect(small.untils.length).toBeGreaterThan(5 * whole.untils.length);
});

test('it is read on from a place in it, and from the beginning where that has become a state', async () => {
  const { folder, end } = aLog();
  expect((await read(folder, { file: 4, offset: 0 }, end)).hosts).toEqual(names('b', 10));
  expect((await read(folder, { file: 2, offset: 500 }, end)).hosts).toHaveLength(24_010);
  expect((await read(folder, end, end)).hosts).toEqual([]);
});

test('what is damaged is not passed over', async () => {
  const { folder, end } = aLog();
  writeFileSync(join(folder, '00000003.log'), lines('a', 3).replace('a-1', 'x-1'));
  await expect(read(folder, BEFORE_ALL, end)).rejects.toThrow('is damaged at byte');
});
