import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aWorkshop, NOON, spamlight, type CommandResult, type Workshop } from './run-command.ts';

const HOUR = 3600;

/** Files whose deletion fails, by how their path ends. */
const stuck = vi.hoisted((): string[] => []);

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  const rm: typeof original.rm = async (path, options) => {
    if (stuck.some((end) => String(path).endsWith(end)))
      throw Object.assign(new Error('no'), { code: 'EPERM' });
    await original.rm(path, options);
  };
  return { ...original, rm };
});

beforeEach(() => void stuck.splice(0));

/** Builds at noon, at one and at five: the base of the first is needed no longer after the third. */
async function threeBuilds(spoil: (workshop: Workshop) => void): Promise<{
  readonly workshop: Workshop;
  readonly last: CommandResult;
}> {
  const workshop = await aWorkshop();
  workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
  await workshop.build();
  await workshop.build({ now: NOON + HOUR });
  spoil(workshop);
  return { workshop, last: await workshop.build({ now: NOON + 5 * HOUR }) };
}

describe('what a build deletes from its channel', () => {
  test('what a build deletes from its channel is what it once wrote, with its compressed forms, and what others put there stays', async () => {
    const foreign = [
      'report/annual.txt',
      'base/README',
      'base/1.slb.sig',
      'delta/old.sld',
      'chain/2026.json',
    ];
    const { workshop, last } = await threeBuilds(({ channel }) => {
      for (const path of foreign) {
        mkdirSync(join(channel, path, '..'), { recursive: true });
        writeFileSync(join(channel, path), 'mine');
      }
      mkdirSync(join(channel, 'base/sub'));
      mkdirSync(join(channel, 'base/7.slb'));
      symlinkSync('/etc/hostname', join(channel, 'base/8.slb'));
      for (const name of ['1.slb.gz', '2.slb.br']) writeFileSync(join(channel, 'base', name), 'small');
    });
    expect(last).toMatchObject({ code: 0, notes: [] });
    for (const path of foreign)
      expect([path, existsSync(join(workshop.channel, path))]).toEqual([path, true]);
    expect(readdirSync(join(workshop.channel, 'base')).sort()).toEqual(
      ['1.slb.sig', '2.slb', '2.slb.br', '3.slb', '7.slb', '8.slb', 'README', 'sub'].sort(),
    );
  });

  test('what a build deletes from its channel are the reports of a busy hour but its last, a day later', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    const reports = (): readonly string[] =>
      readdirSync(join(workshop.channel, 'report'))
        .filter((name) => name.endsWith('.json'))
        .sort();
    for (const minutes of [0, 10, 20, 60]) await workshop.build({ now: NOON + minutes * 60 });
    expect(reports()).toEqual(['1.json', '2.json', '3.json', '4.json']);
    await workshop.build({ now: NOON + 26 * HOUR });
    expect(reports()).toEqual(['3.json', '4.json', '5.json']);
  });

  test('an old file of the channel that cannot be deleted is named, and the build is as good as any', async () => {
    const { workshop, last } = await threeBuilds(() => void stuck.push('base/1.slb'));
    expect(last.code).toBe(0);
    expect(last.notes).toEqual([
      expect.stringMatching(/base\/1\.slb .* could not be deleted: this account may not change it/),
    ]);
    stuck.splice(0);
    const next = NOON + 6 * HOUR;
    expect(await workshop.build({ now: next })).toMatchObject({ code: 0, notes: [] });
    expect(existsSync(join(workshop.channel, 'base/1.slb'))).toBe(false);
    expect((await spamlight(['verify', workshop.channel], { now: next })).code).toBe(0);
  });
});
