import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';
import { expressionsIn } from './regular-expressions.ts';

/**
 * What is known to be linear, by version of the checker: some expressions take it seconds. Deleting the folder makes it
 * look at all of them again.
 */
const CACHE = 'node_modules/.cache/spamlight';
// Of a file of the package itself, which has the field.
const { version } = createRequire(import.meta.url)('recheck/package.json') as { readonly version: string };
const CACHED = `${CACHE}/linear-expressions-${version}.json`;

const CHECK_TIMEOUT_MS = 60_000;

function knownLinear(): Set<string> {
  try {
    // Written below.
    return new Set(JSON.parse(readFileSync(CACHED, 'utf8')) as readonly string[]);
  } catch {
    return new Set();
  }
}

/** `safe` means linear time for every text. */
function statusOf(pattern: string, flags: string): string {
  const { status, ...rest } = checkSync(pattern, flags, { timeout: CHECK_TIMEOUT_MS });
  const complexity = 'complexity' in rest ? rest.complexity?.summary : undefined;
  return complexity === undefined ? status : `${status}, ${complexity}`;
}

/** What the checker finds by trying, it confirms by the clock, which errs on a machine that does other things. */
const TRIES = 3;

function confirmedStatusOf(pattern: string, flags: string): string {
  let status = statusOf(pattern, flags);
  for (let tries = 1; tries < TRIES && !status.startsWith('safe'); tries++) status = statusOf(pattern, flags);
  return status;
}

test('the checker knows a quadratic and an exponential expression', () => {
  expect(statusOf('a+$', '')).toMatch(/^vulnerable, 2nd degree/);
  expect(statusOf('^(a|a)*$', '')).toMatch(/^vulnerable, exponential/);
  expect(statusOf('^a+$', '')).toMatch(/^safe/);
});

test('every regular expression over text from outside takes linear time', { timeout: 600_000 }, () => {
  const expressions = expressionsIn(['src/core', 'src/content', 'src/service', 'src/node/mail']);
  expect(expressions.length).toBeGreaterThan(250);
  const linear = knownLinear();
  const failing: string[] = [];
  for (const { place, pattern, flags } of expressions) {
    const expression = `/${pattern}/${flags}`;
    if (linear.has(expression)) continue;
    const status = confirmedStatusOf(pattern, flags);
    if (status.startsWith('safe')) linear.add(expression);
    else failing.push(`${place} ${expression}: ${status}`);
  }
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(CACHED, JSON.stringify([...linear], null, 1));
  expect(failing).toEqual([]);
});
