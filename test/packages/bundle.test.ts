import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { choose, REDISTRIBUTABLE } from '../../scripts/bundled-feeds.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'spamlight-bundle-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Feed {
  readonly name: string;
  readonly url?: string;
  readonly file?: string;
  readonly licence: string;
  readonly reviewed?: boolean;
}

/** As far as it is looked at here; sources are rows (docs/snapshot-format.md). */
interface Index {
  readonly publishedAt: number;
  readonly sources: readonly (readonly [name: string, licence: string, entries: number, fetchedAt: number])[];
}

/** Runs the script as `npm run bundle` does, and looks into what it left. */
function bundleOf(name: string, feeds: readonly object[]): { readonly said: string; readonly index: Index } {
  const file = join(scratch, `${name}.json`);
  writeFileSync(file, JSON.stringify({ feeds }));
  const out = join(scratch, name);
  const done = spawnSync(process.execPath, ['scripts/bundle.mjs', '--out', out, '--feeds', file], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env },
  });
  expect(done.status, done.stderr).toBe(0);
  const [, payload = ''] = readFileSync(join(out, 'latest.jws'), 'utf8').split('.');
  const index = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Index;
  return { said: done.stderr, index };
}

const ABSENT = {
  name: 'Far away',
  url: 'https://lists.nowhere.invalid/feed.txt',
  format: 'url-list',
  category: 'phishing',
  confidence: 0.9,
  reviewed: true,
  licence: 'CC0-1.0',
};

describe('the packaged list', () => {
  test('the packaged list takes reviewed feeds whose terms let a copy be handed on, and names every other with the reason', () => {
    const { feeds } = JSON.parse(readFileSync(join(ROOT, 'feeds/public-feeds.json'), 'utf8')) as {
      feeds: readonly Feed[];
    };
    const { chosen, leftOut } = choose(feeds);
    expect(chosen.length + leftOut.length).toBe(feeds.length);
    expect(chosen.map(({ name }) => name)).toContain('URLhaus');
    for (const feed of chosen) {
      expect(REDISTRIBUTABLE).toContain(feed.licence);
      expect(feed.reviewed).toBe(true);
    }
    const because = new Map(leftOut.map(({ name, because }) => [name, because]));
    expect(because.get('OpenPhish community')).toMatch(/do not say that a copy may be handed on/);
    expect(because.get('JarelLlama scam blocklist')).toMatch(/GPL-3.0/);
    expect(because.get('ShadowWhisperer malware')).toBe('nobody reviews its entries');
  });

  test('the packaged list keeps the test pages and says so when no feed can be had', () => {
    const { said, index } = bundleOf('absent', [ABSENT]);
    expect(said).toContain('Left out: Far away: it could not be reached.');
    expect(said).toContain('the list holds the test pages alone, and no real threat');
    expect(index.sources.map(([name]) => name).sort()).toEqual([
      'Self-test',
      'Test pages, malware',
      'Test pages, phishing',
    ]);
  });

  test('the packaged list holds each feed with its licence and the time it was fetched', () => {
    const here = join(scratch, 'here.txt');
    writeFileSync(here, 'https://login.bank-check.example/verify/account.php\n');
    const { url: _url, ...absent } = ABSENT;
    const { said, index } = bundleOf('here', [ABSENT, { ...absent, name: 'Here', file: here }]);
    expect(said).toContain('The list holds the test pages and Here.');
    const [, licence, , fetchedAt = 0] = index.sources.find(([name]) => name === 'Here') ?? [];
    expect(licence).toBe('CC0-1.0');
    expect(Math.abs(fetchedAt - index.publishedAt)).toBeLessThan(600);
  });
});
