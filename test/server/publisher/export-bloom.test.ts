import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { decodePlainBloom } from '../../../src/core/filter/plain-bloom-file.ts';
import { PlainBloomFilter } from '../../../src/core/filter/plain-bloom-filter.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import type { Hash64 } from '../../../src/core/hash/hash64.ts';
import { encodeSnapshot } from '../../../src/core/snapshot/encode-snapshot.ts';
import type { FingerprintList } from '../../../src/core/snapshot/snapshot.ts';
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE, runSpamlight } from '../../../src/server/command/program.ts';

const KEY = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
const hasher = new EntryHasher(KEY);
const PHISHING = ['a.example', 'b.example', 'c.example'].map((host) => hasher.url(host, '/'));
const SPAM = ['d.example', 'e.example'].map((host) => hasher.url(host, '/x'));
const SENDERS = ['someone@f.example'].map((address) => hasher.address(address));

const folder = mkdtempSync(join(tmpdir(), 'spamlight-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fingerprints(hashes: readonly Hash64[]): FingerprintList {
  const sorted = hashes
    .map(({ high, low }) => ({ high, low: (low & 0xff00_0000) >>> 0 }))
    .toSorted((a, b) => a.high - b.high || a.low - b.low);
  return {
    high: Uint32Array.from(sorted, (hash) => hash.high),
    low: Uint32Array.from(sorted, (hash) => hash.low),
  };
}

const base = join(folder, '1.slb');
const section = { action: 'danger', group: 'test', fingerprintBits: 40 } as const;
writeFileSync(
  base,
  encodeSnapshot({
    serial: 7,
    publishedAt: 1_795_000_000,
    epoch: { key: KEY, startedAt: 1_790_000_000, plannedEntries: 1000 },
    sections: [
      { ...section, kind: 'url', category: 'phishing', fingerprints: fingerprints(PHISHING) },
      { ...section, kind: 'url', category: 'spam', fingerprints: fingerprints(SPAM) },
      { ...section, kind: 'address', category: 'phishing', fingerprints: fingerprints(SENDERS) },
    ],
    exclusions: { high: Uint32Array.of(1), low: Uint32Array.of(2) },
    opaque: [],
  }),
);

async function exportBloom(
  ...args: readonly string[]
): Promise<{ code: number; out: string; notes: string }> {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await runSpamlight(['export', ...args], {
    input: (async function* () {})(),
    out(line) {
      out.push(line);
      return Promise.resolve();
    },
    note: (line) => void notes.push(line),
    now: () => 1_795_000_000,
    signal: new AbortController().signal,
  });
  return { code, out: out.join('\n'), notes: notes.join('\n') };
}

/** Of each hash, whether the exported filter accepts it. At 10⁻⁶ a false positive would be a rare accident. */
function answers(path: string, hashes: readonly Hash64[]): boolean[] {
  const file = decodePlainBloom(new Uint8Array(readFileSync(path)));
  if (!file.ok) throw new Error(file.failure.kind);
  const filter = new PlainBloomFilter(file.value);
  return hashes.map(({ high, low }) => filter.mayContain(high, low));
}

describe('spamlight export --bloom', () => {
  test('spamlight export --bloom writes every entry of a base file', async () => {
    const path = join(folder, 'all.slbf');
    const ran = await exportBloom('--bloom', path, '--p', '1e-6', base);
    expect(ran.code).toBe(EXIT_OK);
    expect(ran.out).toMatch(/all\.slbf: serial 7, 6 entries, /);
    expect(ran.notes).toContain('1 exclusion');
    expect(answers(path, [...PHISHING, ...SPAM, ...SENDERS])).toEqual(Array.from({ length: 6 }, () => true));
    expect(answers(path, [hasher.url('z.example', '/'), hasher.url('f.example', '/')])).toEqual([
      false,
      false,
    ]);
  });

  test('spamlight export --bloom writes only the kinds and categories asked for, and JSON', async () => {
    const path = join(folder, 'some.slbf');
    const ran = await exportBloom(
      '--bloom',
      path,
      '--p',
      '1e-6',
      '--kind',
      'url',
      '--category',
      'phishing',
      '--json',
      base,
    );
    expect(JSON.parse(ran.out)).toMatchObject({
      file: path,
      serial: 7,
      entries: 3,
      hashBits: 40,
      shards: 1,
      falsePositiveRate: 1e-6,
      exclusionsLeftOut: 1,
      bytes: readFileSync(path).length,
    });
    expect(answers(path, [...PHISHING, ...SPAM, ...SENDERS])).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test.each([
    [
      'nothing to write',
      ['--kind', 'message', '--bloom', join(folder, 'x'), base],
      EXIT_FAILED,
      'no entries',
    ],
    ['no snapshot', ['--bloom', join(folder, 'x'), folder], EXIT_FAILED, 'no channel'],
    ['a rate that is none', ['--p', '2', '--bloom', join(folder, 'x'), base], EXIT_USAGE, 'below 1'],
    ['no file to write', [base], EXIT_USAGE, '--bloom'],
    ['a folder that is a file', ['--bloom', join(base, 'x'), base], EXIT_FAILED, 'could not be written'],
  ])('spamlight export --bloom says so if there is %s', async (_, args, code, message) => {
    const ran = await exportBloom(...args);
    expect(ran.code).toBe(code);
    expect(ran.notes).toContain(message);
  });

  test('spamlight export --bloom refuses a file that is no base file', async () => {
    const damaged = join(folder, 'damaged.slb');
    writeFileSync(damaged, readFileSync(base).subarray(1));
    const ran = await exportBloom('--bloom', join(folder, 'x'), damaged);
    expect(ran.code).toBe(EXIT_FAILED);
    expect(ran.notes).toContain('no base file');
  });
});
