// Part of npm run lint: regular expressions on outside text take linear time. Reviews had missed 21 quadratic ones among 327.
// Not safe-regex, which judges by star height: it passes `a+$` and refuses harmless nesting.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../src/core/fields/is-record.ts';
import { expressionsIn, statusOf } from './expressions.ts';
import { CACHE, ROOT } from './setup/prepare.mjs';

const FOLDERS = ['src/core', 'src/extension/content', 'src/server/service', 'src/server/node/mail'];

/** Fewer means that the search is broken. */
const LEAST = 250;

/** The checker measures time, which errs on a busy machine. */
const TRIES = 3;

/** Cache of linear expressions, since some take seconds; delete it to check all. */
const CACHED = join(CACHE, `linear-expressions-${versionOf('recheck')}.json`);

function versionOf(name: string): string {
  const file: unknown = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
  return isRecord(file) ? String(file['version']) : '';
}

function knownLinear(): Set<string> {
  try {
    const known: unknown = JSON.parse(readFileSync(CACHED, 'utf8'));
    return new Set(Array.isArray(known) ? known.map(String) : []);
  } catch {
    return new Set();
  }
}

function confirmedStatusOf(pattern: string, flags: string): string {
  let status = statusOf(pattern, flags);
  for (let tries = 1; tries < TRIES && !status.startsWith('safe'); tries++) status = statusOf(pattern, flags);
  return status;
}

const expressions = expressionsIn(FOLDERS);
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

if (expressions.length < LEAST) failing.push(`only ${expressions.length} were found`);
process.stderr.write(failing.map((line) => `${line}\n`).join(''));
process.stdout.write(`${expressions.length} regular expressions, ${failing.length} that may not be linear\n`);
process.exitCode = failing.length === 0 ? 0 : 1;
