import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lab, type Ran } from './lab-command.ts';

const jsonOf = ({ out }: Ran): unknown => JSON.parse(out.join('\n'));

const folder = mkdtempSync(join(tmpdir(), 'spamlight-lab-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('npm run lab -- paper', () => {
  test('npm run lab -- paper prints paper, annealing, exact optimum and standard filter side by side', async () => {
    const { code, out } = await lab('paper');
    expect(code).toBe(0);
    expect(out.slice(3, 6).map((line) => line.trim().split(/ {2,}/).slice(0, 5))).toEqual([
      ['10', '6340.83', '6340.98', '6119.99', '6120.13'],
      ['11', '6336.61', '6336.40', '6122.02', '6121.78'],
      ['12', '6334.59', '6334.12', '6085.45', '6084.97'],
    ]);
  });

  test("npm run lab -- paper prints the table's bins with both readings of their rates, and what annealing costs on the way", async () => {
    const { out } = await lab('paper');
    const from = out.findIndex((line) => line.startsWith('Table 1, L = 10: 6120.13 '));
    const cells = out.slice(from + 1, from + 6).map((line) => line.trim().split(/ {2,}/));
    expect(cells.map((line) => [line[0], line[1], line.length])).toEqual([
      ['strings', '96', 11],
      ['mean weight', '4.906', 11],
      ['rate, printed', '0.0059', 11],
      ['rate, m bits a bin', '0.0059', 11],
      ['rate, m/L bits a bin', '0.5990', 11],
    ]);
    const iterations = out.filter((line) => line.startsWith('Annealing by iteration, L = '));
    expect(iterations).toHaveLength(3);
    for (const line of iterations) {
      const [first, last] = [/bits ([\d.]+) \(1\)/, /([\d.]+) \(100\); water/].map((one) =>
        Number(one.exec(line)?.[1]),
      );
      expect(last).toBeLessThan(first ?? 0);
    }
  });

  test('npm run lab -- paper gives the annealing of another seed, and JSON with the bins', async () => {
    const [one, two] = await Promise.all([lab('paper', '--json'), lab('paper', '--json', '--seed', '2')]);
    expect(jsonOf(one)).toMatchObject({
      seed: 1,
      paper: [{ bins: 10 }, { bins: 11 }, { bins: 12, printed: { standard: 6334.59, paper: 6085.45 } }],
    });
    expect(jsonOf(two)).toMatchObject({ seed: 2 });
    expect(one.out).not.toEqual(two.out);
  });
});

describe('npm run lab -- plot', () => {
  test('npm run lab -- plot writes an SVG', async () => {
    const path = join(folder, 'cost.svg');
    expect(await lab('plot', path, '--bins', '3')).toMatchObject({ code: 0, out: [`Plot: ${path}`] });
    expect(readFileSync(path, 'utf8')).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
  });

  test('npm run lab -- plot says why it could not', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const { code, notes } = await lab('plot', join(file, 'cost.svg'), '--bins', '2');
    expect(code).toBe(1);
    expect(notes.join()).toContain('could not be written');
  });
});

test.each([[['plot']], [['paper', '--seed', 'x']], [['boil']]])(
  'an option of npm run lab is not understood: %j',
  async (args) => {
    expect(await lab(...args)).toMatchObject({ code: 2, out: [] });
  },
);
