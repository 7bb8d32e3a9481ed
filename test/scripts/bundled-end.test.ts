import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundledListProblem } from '../../scripts/bundled-end.mjs';
import { listsOnlyTestPages } from '../../src/core/verdict/protection.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEST_FEEDS = join(ROOT, 'feeds/bundled/feeds.json');
const NOW = 1_795_132_800;
const DAY = 86_400;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A packaged list as far as a build looks at it: unsigned. */
function problemOf(groups: readonly string[], days: number, rootKey = 'the-root-key'): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-bundled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const index = {
    keys: `${part({ alg: 'EdDSA', kid: 'the-root-key' })}.${part({})}.`,
    expiresAt: NOW + days * DAY,
    sections: groups.map((group) => ['url', 'phishing', 'danger', group, 1, 42]),
  };
  writeFileSync(join(folder, 'latest.jws'), `${part({ alg: 'EdDSA' })}.${part(index)}.`);
  writeFileSync(join(folder, 'root-key.txt'), `${rootKey}\n`);
  return bundledListProblem(folder, TEST_FEEDS, NOW);
}

test.each([
  ['test pages alone have no end', ['Test pages', 'Self-test'], -400, null],
  ['a list that ends in 90 days is packaged', ['Test pages', 'URLhaus'], 90, null],
  ['one that ends a day sooner is not', ['Test pages', 'URLhaus'], 89, /ends in 89 days, and 90 are needed/],
  ['nor one that has ended', ['several'], -1, /has ended/],
])('the packaged list says when it ends: %s', (_, groups, days, problem) => {
  if (problem === null) expect(problemOf(groups, days)).toBe(null);
  else expect(problemOf(groups, days)).toMatch(problem);
});

test('a list that is signed by another key than the package pins is not packaged', () => {
  expect(problemOf(['Test pages'], 100, 'another')).toMatch(/is not the key that signed/);
});

test('a packaged list that is committed may be built for years, and counts as test pages where it is installed', () => {
  for (const days of [0, 30, 400]) {
    const now = Date.now() / 1000 + days * DAY;
    expect(bundledListProblem(join(ROOT, 'public/bundled'), TEST_FEEDS, now)).toBe(null);
  }
  const { feeds } = JSON.parse(readFileSync(TEST_FEEDS, 'utf8')) as {
    readonly feeds: readonly { readonly name: string; readonly group?: string }[];
  };
  expect(listsOnlyTestPages(feeds.map(({ name, group }) => ({ group: group ?? name })))).toBe(true);
});
