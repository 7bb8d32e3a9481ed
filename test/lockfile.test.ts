import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { missingFrom } from '../scripts/complete-lock.mjs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Parameters<typeof missingFrom>[0];
};

test('the lockfile names every platform package, or `npm ci` would refuse it (npm run lock mends it)', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(missingFrom(lock.packages)).toEqual([]);
});

const LOCKFILES = [
  'package-lock.json',
  ...globSync('test/{real-webmails/*,other-nodes/*,openapi-tools}/package-lock.json'),
];

test('no lockfile names a server to download from', () => {
  expect(LOCKFILES.length).toBeGreaterThan(3);
  expect(LOCKFILES.filter((file) => readFileSync(file, 'utf8').includes('"resolved"'))).toEqual([]);
});

test('a package that is asked for and not locked is noticed', () => {
  const packages = { 'node_modules/a': { optionalDependencies: { '@a/darwin-arm64': '1.0.0' }, dev: true } };
  expect(missingFrom(packages)).toEqual([['@a/darwin-arm64', '1.0.0', true]]);
});
