import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE, runSpamlight } from '../../../src/server/command/program.ts';

interface Ran {
  readonly code: number;
  readonly out: readonly string[];
  readonly notes: readonly string[];
}

async function spamlight(...args: readonly string[]): Promise<Ran> {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await runSpamlight(args, {
    input: (async function* () {})(),
    out(line) {
      out.push(line);
      return Promise.resolve();
    },
    note: (line) => void notes.push(line),
    now: () => 1_795_000_000,
    signal: new AbortController().signal,
  });
  return { code, out, notes };
}

function jsonOf({ out }: Ran): unknown {
  return JSON.parse(out.join('\n'));
}

const folder = mkdtempSync(join(tmpdir(), 'spamlight-tune-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('spamlight tune --n --p', () => {
  test('prints m, k and bytes of the examples that everybody knows', async () => {
    const tenMillion = await spamlight('tune', '--n', '1e7', '--p', '1%');
    expect(tenMillion.code).toBe(EXIT_OK);
    expect(tenMillion.out[0]).toBe('m = 95,850,584 bits (95.85 Mbit), in one filter');
    expect(tenMillion.out[1]).toBe('k = 7 probes an entry');
    expect(tenMillion.out[2]).toContain('11,981,323 bytes');
    const billion = await spamlight('tune', '--n', '1_000_000_000', '--p', '0.001');
    expect(billion.out[0]).toContain('in 4 shards');
    expect(billion.out[1]).toBe('k = 10 probes an entry');
    expect(billion.out[2]).toContain('(1.8 GB)');
  });

  test('prints the same as JSON', async () => {
    expect(jsonOf(await spamlight('tune', '--n', '10000000', '--p', '0.01', '--json'))).toMatchObject({
      n: 10_000_000,
      p: 0.01,
      m: 95_850_584,
      k: 7,
      bytes: 11_981_323,
      shards: 1,
    });
  });

  test.each([
    [['--n', '0', '--p', '0.1'], EXIT_USAGE],
    [['--n', '1.5', '--p', '0.1'], EXIT_USAGE],
    [['--n', '', '--p', '0.1'], EXIT_USAGE],
    [['--n', 'many', '--p', '0.1'], EXIT_USAGE],
    [['--n', '10', '--p', '0'], EXIT_USAGE],
    [['--n', '10', '--p', '1'], EXIT_USAGE],
    [['--n', '10', '--p', '100%'], EXIT_USAGE],
    [['--n', '10'], EXIT_USAGE],
    [['--p', '0.1'], EXIT_USAGE],
    [[], EXIT_USAGE],
    [['--n', '1e15', '--p', '0.001'], EXIT_FAILED],
  ])('refuses %j', async (args, code) => {
    const ran = await spamlight('tune', ...args);
    expect(ran.code).toBe(code);
    expect(ran.out).toEqual([]);
    expect(ran.notes.join('\n')).not.toBe('');
  });
});

describe('spamlight tune --paper', () => {
  test('prints paper, annealing, exact optimum and standard filter side by side', async () => {
    const { code, out } = await spamlight('tune', '--paper');
    expect(code).toBe(EXIT_OK);
    expect(out.slice(3, 6).map((line) => line.trim().split(/ {2,}/).slice(0, 5))).toEqual([
      ['10', '6340.83', '6340.98', '6119.99', '6120.13'],
      ['11', '6336.61', '6336.40', '6122.02', '6121.78'],
      ['12', '6334.59', '6334.12', '6085.45', '6084.97'],
    ]);
  });

  test('gives the annealing of another seed, and JSON with the bins', async () => {
    const [one, two] = await Promise.all([
      spamlight('tune', '--paper', '--json'),
      spamlight('tune', '--paper', '--json', '--seed', '2'),
    ]);
    expect(jsonOf(one)).toMatchObject({
      seed: 1,
      paper: [{ bins: 10 }, { bins: 11 }, { bins: 12, printed: { standard: 6334.59, paper: 6085.45 } }],
    });
    expect(jsonOf(two)).toMatchObject({ seed: 2 });
    expect(one.out).not.toEqual(two.out);
  });
});

describe('spamlight tune --plot', () => {
  test('writes an SVG', async () => {
    const path = join(folder, 'cost.svg');
    const ran = await spamlight('tune', '--plot', path, '--bins', '3');
    expect(ran).toMatchObject({ code: EXIT_OK, out: [`Plot: ${path}`] });
    expect(readFileSync(path, 'utf8')).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
  });

  test('says why it could not', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const ran = await spamlight('tune', '--plot', join(file, 'cost.svg'), '--bins', '2');
    expect(ran.code).toBe(EXIT_FAILED);
    expect(ran.notes.join()).toContain('could not be written');
  });
});
