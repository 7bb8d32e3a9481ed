import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expressionsIn, statusOf } from '../../scripts/expressions.ts';
import { aFolder } from '../server/publisher/run-command.ts';

test('the checker of regular expressions knows a quadratic and an exponential one', () => {
  expect(statusOf('a+$', '')).toMatch(/^vulnerable, 2nd degree/);
  expect(statusOf('^(a|a)*$', '')).toMatch(/^vulnerable, exponential/);
  expect(statusOf('^a+$', '')).toMatch(/^safe/);
});

test('regular expressions are found where they stand, and one that is made of strings is refused', () => {
  const folder = aFolder();
  writeFileSync(join(folder, 'a.ts'), 'const a = 1;\nconst b: RegExp = /x+y/giu;\n');
  const [found, ...others] = expressionsIn([folder]);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ pattern: 'x+y', flags: 'giu' });
  expect(found?.place).toMatch(/a\.ts:2$/);
  writeFileSync(join(folder, 'b.ts'), 'export const c = (x: string) => new RegExp(x);\n');
  expect(() => expressionsIn([folder])).toThrow(/b\.ts:1: .*write it as a literal/);
});
