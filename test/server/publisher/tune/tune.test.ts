import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE, runSpamlight } from '../../../../src/server/command/program.ts';
import { parseWordWeights, wordList } from '../../../../src/server/publisher/train/word-list.ts';

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
  test('spamlight tune --n --p prints m, k and bytes of the examples that everybody knows', async () => {
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

  test('spamlight tune --n --p prints the same as JSON', async () => {
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
  ])('spamlight tune --n --p refuses %j', async (args, code) => {
    const ran = await spamlight('tune', ...args);
    expect(ran.code).toBe(code);
    expect(ran.out).toEqual([]);
    expect(ran.notes.join('\n')).not.toBe('');
  });
});

describe('spamlight tune --words', () => {
  const words = join(folder, 'words.tsv');
  writeFileSync(
    words,
    wordList(
      Array.from({ length: 400 }, (_, index) => ({
        word: `word${index}`,
        score: (index % 2 === 0 ? 1 : -1) * (0.01 + index / 100),
        unwantedShare: 0.5,
        wantedShare: 0.25,
        groups: 3,
      })),
    ),
  );

  test('spamlight tune --words says what bins save, with annealed and with exact cuts', async () => {
    const { code, out } = await spamlight('tune', '--words', words, '--bins', '4');
    expect(code).toBe(EXIT_OK);
    expect(out[0]).toContain('of 400 words in 5,600 bits');
    expect(out.map((line) => line.trim().split(/ {2,}/)[0])).toEqual([
      expect.any(String),
      'one filter',
      '4 bins, annealed',
      '4 bins, exact',
      expect.stringMatching(
        /^Annealing \(seed 1\) finds (?:9\d(?:\.\d+)?|100) % of what the best cuts save\.$/,
      ),
    ]);
  });

  test('spamlight tune --words gives the same as JSON: the best cuts cost no more than the annealed ones, and less than one filter', async () => {
    const ran = jsonOf(await spamlight('tune', '--words', words, '--bins', '4', '--seed', '2', '--json'));
    expect(ran).toMatchObject({ words: { words: 400, bins: 4, bits: 5600, seed: 2 } });
    const { annealedBins } = (
      ran as { words: { readonly annealedBins: readonly { readonly count: number }[] } }
    ).words;
    expect(annealedBins).toHaveLength(4);
    expect(annealedBins.reduce((sum, { count }) => sum + count, 0)).toBe(400);
    const { standard, annealed, exact } = (ran as { words: Record<string, number> }).words;
    expect(exact).toBeLessThanOrEqual(annealed ?? 0);
    expect(annealed).toBeLessThan(standard ?? 0);
  });

  test.each([
    ['a line without a score', 'free\n', 'line 1: must be a word, a tab and a score'],
    ['a score that is none', 'word\tscore\nfree\tmuch\n', 'line 2: must be a word, a tab and a score'],
    ['a score without end', 'free\tInfinity\n', 'line 1: must be'],
    ['a score without a word', '\t1\n', 'line 1: must be'],
    ['nothing', '', 'has no word with a score'],
    ['scores of 0 alone', 'the\t0\n', 'has no word with a score'],
    ['fewer words than bins', 'free\t1\n', 'too few for 12 bins'],
  ])('spamlight tune --words refuses %s, and says where', async (_, text, message) => {
    const path = join(folder, 'refused.tsv');
    writeFileSync(path, text);
    const { code, out, notes } = await spamlight('tune', '--words', path);
    expect([code, out]).toEqual([EXIT_FAILED, []]);
    expect(notes.join()).toContain(message);
  });

  test('spamlight tune --words says that a file is not there', async () => {
    const { code, notes } = await spamlight('tune', '--words', join(folder, 'none.tsv'));
    expect(code).toBe(EXIT_FAILED);
    expect(notes.join()).toContain('could not be read: there is no such file');
  });

  test('spamlight tune --words reads any text without throwing, and gives weights in order', () => {
    const line = fc.oneof(
      fc.string(),
      fc.tuple(fc.string(), fc.double()).map((cells) => cells.join('\t')),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const parsed = parseWordWeights(lines.join('\n'));
        if (!parsed.ok) return;
        expect(parsed.value.every((weight) => weight > 0 && weight < Infinity)).toBe(true);
        expect(parsed.value).toEqual(parsed.value.toSorted((a, b) => a - b));
      }),
    );
  });
});
