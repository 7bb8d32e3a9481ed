import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { arePackagesThere } from '../../scripts/setup/prepare.mjs';
import { aFolder } from '../server/publisher/run-command.ts';

const ASKED = {
  '': { version: '0.1.0' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/for-another-system': { version: '1.0.0', optional: true },
};

test.each([
  ['all of them', { 'node_modules/a': { version: '1.0.0' } }, true],
  ['another version', { 'node_modules/a': { version: '1.0.1' } }, false],
  ['one fewer', {}, false],
  ['nothing', null, false],
])('npm’s packages are there where npm has written down %s: %o is %s', (_, there, isSo) => {
  const folder = aFolder();
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: ASKED }));
  mkdirSync(join(folder, 'node_modules'));
  if (there !== null)
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: there }));
  expect(arePackagesThere(folder)).toBe(isSo);
});
