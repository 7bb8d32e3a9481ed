import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aWorkshop, NOON, succeed, type Workshop } from './run-command.ts';

const MINUTE = 60;

function urls(count: number): string {
  return Array.from({ length: count }, (_, index) => `https://h${index}.example/x\n`).join('');
}

async function aBuiltWorkshop(): Promise<Workshop> {
  const workshop = await aWorkshop();
  workshop.setFeeds([{ name: 'one', text: urls(10) }]);
  expect((await workshop.build()).code).toBe(0);
  return workshop;
}

/** @returns what the command says first */
async function builtAfter(workshop: Workshop, minutes: number, ...more: readonly string[]): Promise<string> {
  const { code, lines, notes } = await workshop.build(
    { now: NOON + minutes * MINUTE },
    '--if-changed',
    ...more,
  );
  expect([code, notes]).toEqual([0, []]);
  return lines[0] ?? '';
}

const STAYS = 'Nothing has changed: serial 1 of 2026-11-20 12:00 UTC stays.';

describe('build --if-changed', () => {
  test('spamlight build --if-changed leaves the channel alone while the feeds say the same', async () => {
    const workshop = await aBuiltWorkshop();
    const index = readFileSync(join(workshop.channel, 'latest.jws'), 'utf8');
    expect(await builtAfter(workshop, 10)).toBe(STAYS);
    expect(readFileSync(join(workshop.channel, 'latest.jws'), 'utf8')).toBe(index);
    expect(JSON.parse(await builtAfter(workshop, 20, '--json'))).toEqual({
      unchanged: true,
      serial: 1,
      publishedAt: NOON,
    });
  });

  test('spamlight build --if-changed publishes what has changed, at once', async () => {
    const workshop = await aBuiltWorkshop();
    workshop.setFeeds([{ name: 'one', text: urls(11) }]);
    expect(await builtAfter(workshop, 10)).toContain('Serial 2 of "spamlight"');
    expect(await builtAfter(workshop, 20)).toContain('serial 2 of 2026-11-20 12:10 UTC stays');
  });

  test('spamlight build --if-changed publishes an unchanged list every hour, so that readers see that its host is alive', async () => {
    const workshop = await aBuiltWorkshop();
    expect(await builtAfter(workshop, 44)).toBe(STAYS);
    expect(await builtAfter(workshop, 45)).toContain('Serial 2');
  });

  test('spamlight build --if-changed publishes an exclusion, although no feed has changed', async () => {
    const workshop = await aBuiltWorkshop();
    const exclusions = [{ entry: 'h3.example', reason: 'a mistake' }];
    workshop.setFeeds([{ name: 'one', text: urls(10) }], {
      exclusions,
    });
    expect(await builtAfter(workshop, 10)).toContain('Serial 2');
  });

  test('spamlight build --if-changed publishes a new list of keys at once: the old key may be stolen', async () => {
    const workshop = await aBuiltWorkshop();
    const next = join(workshop.folder, 'next.json');
    await succeed(['keygen', '--role', 'snapshot', '--root', workshop.key, '--out', next], {
      now: NOON + MINUTE,
    });
    expect(await builtAfter(workshop, 10, '--key', next)).toContain('Serial 2');
  });

  test('spamlight build --if-changed publishes where the folder has lost what is online', async () => {
    const workshop = await aBuiltWorkshop();
    rmSync(join(workshop.channel, 'latest.jws'));
    expect((await workshop.build({ now: NOON + 10 * MINUTE }, '--if-changed')).lines[0]).toContain(
      'Serial 2',
    );
  });

  test('build --if-changed says in a dry run what would be published', async () => {
    const workshop = await aBuiltWorkshop();
    expect(await builtAfter(workshop, 10, '--dry-run')).toContain('Serial 2');
  });
});
