import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTACKS } from './attacks.ts';

const document = readFileSync('docs/threat-model.md', 'utf8');
const tests = readFileSync('test/extension/background/attacks.test.ts', 'utf8');

/** The cells of the table under a heading, without its head. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const section = document.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| --'));
  return rows.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('every attack in the threat model is performed, and every one performed is in it', () => {
  const rows = tableUnder('Attacks on the updater').map(([name]) => name);
  expect(rows.length).toBeGreaterThan(30);
  expect(rows).toEqual(ATTACKS.map(({ name }) => name));
});

test('the threat model names the failure that each attack ends in', () => {
  const refusals = tableUnder('Attacks on the updater').map(([, kinds = '']) =>
    [...kinds.matchAll(/`([^`]+)`/g)].map(([, kind]) => kind),
  );
  expect(refusals).toEqual(ATTACKS.map(({ ends }) => ends.split(' or ')));
});

test('every other row of the threat model is a test, and each of these tests is a row', () => {
  const titles = [...tests.matchAll(/^ {2}test\(\s*'([^']+)'/gm)].map(([, title = '']) => title);
  expect(titles.length).toBeGreaterThan(10);
  const rows = tableUnder('What holds around them').map(([name]) => name);
  expect(new Set(rows)).toEqual(new Set(titles));
});

test('every attack on the publisher in the threat model is performed, and every one performed is in it', () => {
  const source = readFileSync('test/server/publisher/attacks.test.ts', 'utf8');
  const groups = source.split(/^describe\('/m).slice(1);
  const titles = groups.flatMap((group) => {
    const [name = ''] = group.split("'", 1);
    const tests = group.matchAll(/^ {2}test(?:\.each\([^)]*\))?\(\s*'([^']+)'/gm);
    return [...tests].map(([, title = '']) => `${name} ${title.replace(/ \(%s\)$/, '')}`);
  });
  expect(titles.length).toBeGreaterThan(8);
  const rows = tableUnder('Attacks on the publisher').map(([name]) => name);
  expect(rows).toEqual(titles);
});
