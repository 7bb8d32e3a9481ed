import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodePlainBloom, type PlainBloomFile } from '../../../src/core/filter/plain-bloom-file.ts';
import { buildPlainBloom, PlainBloomFilter } from '../../../src/core/filter/plain-bloom-filter.ts';
import { SeededRandom } from '../../../src/server/publisher/tune/seeded-random.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import type { FingerprintList } from '../../../src/core/snapshot/snapshot.ts';

const KEY = Uint8Array.from([9, 8, 7, 6, 5, 4, 3, 2]);

/** Random fingerprints of r bits; order does not matter here. */
function randomFingerprints(count: number, bits: number, seed: number): FingerprintList {
  const random = new SeededRandom(seed);
  const list = { high: new Uint32Array(count), low: new Uint32Array(count) };
  for (let entry = 0; entry < count; entry++) {
    list.high[entry] = random.uint32();
    list.low[entry] = bits === 32 ? 0 : (random.uint32() >>> (64 - bits)) * 2 ** (64 - bits);
  }
  return list;
}

describe('the plain filter of a snapshot', () => {
  const lists = [
    { fingerprintBits: 50, fingerprints: randomFingerprints(9000, 50, 1) },
    { fingerprintBits: 47, fingerprints: randomFingerprints(11_000, 47, 2) },
  ];
  const file = buildPlainBloom({ hashKey: KEY, lists, falsePositiveRate: 0.001 });
  const filter = new PlainBloomFilter(file);

  test('the plain filter of a snapshot has every entry, whatever follows its fingerprint in the hash', () => {
    expect(file).toMatchObject({ entryCount: 20_000, hashBits: 47, parameters: { shardBits: 0 } });
    const random = new SeededRandom(3);
    for (const { fingerprintBits, fingerprints } of lists) {
      fingerprints.high.forEach((high, entry) => {
        const tail = random.uint32() >>> (fingerprintBits - 32);
        expect(filter.mayContain(high, ((fingerprints.low[entry] ?? 0) | tail) >>> 0)).toBe(true);
      });
    }
  });

  test('the plain filter of a snapshot keeps to its rate', () => {
    const random = new SeededRandom(4);
    let hits = 0;
    for (let query = 0; query < 300_000; query++) {
      if (filter.mayContain(random.uint32(), random.uint32())) hits++;
    }
    // 300 expected, standard deviation 17; five of them.
    expect(Math.abs(hits - 300)).toBeLessThan(87);
  });

  test('the plain filter of a snapshot needs an entry', () => {
    expect(() => buildPlainBloom({ hashKey: KEY, lists: [], falsePositiveRate: 0.001 })).toThrow(RangeError);
  });
});

const C_COMPILER = process.env['CC'] ?? 'cc';

/** Another program must be there to be asked; in CI a gate that asks nobody would be none. */
function isMissing(program: string): boolean {
  return spawnSync(program, ['--version']).status !== 0 && process.env['CI'] === undefined;
}

describe('another program gives the same answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-bloom-'));
  const example = (name: string): string =>
    fileURLToPath(new URL(`../../../docs/examples/${name}`, import.meta.url));
  const lines: string[] = [];
  const expected: string[] = [];

  beforeAll(() => {
    const hasher = new EntryHasher(KEY);
    const hashOf = (line: string): { high: number; low: number } => {
      const [host = '', path] = line.split('\t');
      return path === undefined ? hasher.address(host) : hasher.url(host, path);
    };
    const names = Array.from({ length: 400 }, (_, index) => `${'a'.repeat(index % 9)}${index}.example`);
    for (const name of names) {
      lines.push(
        `${name}\t/`,
        `${name}\t/path/${name}?q=${name}`,
        `someone@${name}`,
        `${name}\t/pfad/ü`,
        name,
      );
    }
    const listed = lines.filter((_, index) => index % 3 === 0).map(hashOf);
    const fingerprints = {
      high: Uint32Array.from(listed, (hash) => hash.high),
      low: Uint32Array.from(listed, (hash) => (hash.low & 0xffff_ff00) >>> 0),
    };
    // A high rate, so that false positives must agree too; 4 shards as a larger set would have.
    const task = { hashKey: KEY, lists: [{ fingerprintBits: 56, fingerprints }], falsePositiveRate: 0.2 };
    const one = buildPlainBloom(task);
    writeFileSync(join(folder, 'one.slbf'), encodePlainBloom(one));
    writeFileSync(join(folder, 'four.slbf'), encodePlainBloom(sharedOut(one)));
    const filter = new PlainBloomFilter(one);
    const shards = new PlainBloomFilter(sharedOut(one));
    for (const line of lines) {
      const { high, low } = hashOf(line);
      expected.push(`${filter.mayContain(high, low)} ${shards.mayContain(high, low)}`);
    }
    expect(new Set(expected).size).toBe(4);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Four shards with bits that are as good as random: what is in does not matter, only that all agree. */
  function sharedOut(file: PlainBloomFile): PlainBloomFile {
    const random = new SeededRandom(5);
    const bits = Array.from({ length: 4 }, () =>
      Uint8Array.from({ length: 1000 }, () => random.uint32() | random.uint32()),
    );
    return { ...file, parameters: { shardBits: 2, shard: { bitCount: 8000, hashCount: 4 } }, bits };
  }

  function answersOf(program: string, args: readonly string[]): string[] {
    const ask = (name: string): string[] =>
      execFileSync(program, [...args, join(folder, name)], {
        input: `${lines.join('\n')}\n`,
        encoding: 'utf8',
      })
        .trim()
        .split('\n')
        .map((answer) => String(answer === 'maybe'));
    const four = ask('four.slbf');
    return ask('one.slbf').map((answer, index) => `${answer} ${four[index] ?? ''}`);
  }

  test.skipIf(isMissing('python3'))('another program gives the same answers in Python', () => {
    expect(answersOf('python3', [example('query_bloom.py')])).toEqual(expected);
  });

  test.skipIf(isMissing(C_COMPILER))('another program gives the same answers in C', () => {
    const program = join(folder, 'query_bloom');
    execFileSync(C_COMPILER, [
      '-std=c99',
      '-O2',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-o',
      program,
      example('query_bloom.c'),
    ]);
    expect(answersOf(program, [])).toEqual(expected);
  });
});
