import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTACKS } from './attacks.ts';

const document = readFileSync('docs/threat-model.md', 'utf8');
const tests = readFileSync('test/background/attacks.test.ts', 'utf8');

/** First cells of the table under a heading. */
function rowsUnder(heading: string): readonly string[] {
  const section = document.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) => line.split('|')[1]?.trim() ?? '');
}

/** Second cells: the failures that a row allows, as in `wrong-file`, `truncated`. */
function refusalsUnder(heading: string): ReadonlyMap<string, readonly string[]> {
  const section = document.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
  return new Map(
    rows.map((line) => {
      const [, name = '', refusals = ''] = line.split('|');
      return [name.trim(), [...refusals.matchAll(/`([^`]+)`/g)].map(([, kind = '']) => kind)];
    }),
  );
}

test('every attack in the threat model is performed, and every one performed is in it', () => {
  const rows = rowsUnder('Attacks on the updater');
  expect(rows.length).toBeGreaterThan(30);
  expect(rows).toEqual(ATTACKS.map(({ name }) => name));
});

test('the threat model names the failure that each attack ends in', () => {
  const refusals = refusalsUnder('Attacks on the updater');
  for (const { name, ends } of ATTACKS) expect(refusals.get(name), name).toEqual(ends.split(' or '));
});

test('every other row of the threat model is a test, and the other way round', () => {
  const titles = [...tests.matchAll(/^ {2}test\(\s*'([^']+)'/gm)].map(([, title = '']) => title);
  expect(titles.length).toBeGreaterThan(10);
  expect(new Set(rowsUnder('What holds around them'))).toEqual(new Set(titles));
});
