import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ensureFiles, installDebianPackages, missingPackages } from '../../scripts/debian.mjs';
import { ensureWebmail } from '../../scripts/webmails.mjs';
import { aMachine } from './stub-machine.ts';

const MOVED_ON = { listed: '1.0-1', now: '1.0-2' };
const FONT = { files: ['/nowhere/font.ttc'], packages: ['a-font'] };
const WEBMAIL = { packages: ['a-webmail'], answers: 'a-webmail question boolean false' };

describe('lists of packages that name what the servers no longer have', () => {
  test('a font is installed all the same', () => {
    const machine = aMachine({ 'a-font': MOVED_ON });
    expect(ensureFiles(FONT, machine)).toBe(true);
    expect(machine.calls()).toEqual(['update', 'install a-font']);
  });

  test('a webmail is installed all the same', () => {
    const machine = aMachine({ 'a-webmail': MOVED_ON });
    expect(ensureWebmail(WEBMAIL, machine)).toBe(null);
    expect(machine.calls()).toEqual(['update', 'install a-webmail']);
  });

  test('the lists are fetched once a run, however much is installed', () => {
    const machine = aMachine({ 'a-font': MOVED_ON, 'a-webmail': MOVED_ON });
    ensureFiles(FONT, machine);
    ensureWebmail(WEBMAIL, machine);
    expect(machine.calls()).toEqual(['update', 'install a-font', 'install a-webmail']);
  });
});

describe('what cannot be installed', () => {
  test('is named', () => {
    const machine = aMachine({ 'a-webmail': { listed: '1', now: null } });
    expect(ensureWebmail(WEBMAIL, machine)).toBe('these Debian packages are missing: a-webmail');
    expect(existsSync(machine.servicePolicy)).toBe(false);
  });

  test('another user than root is told so, and nothing is tried', () => {
    const machine = aMachine({ 'a-webmail': MOVED_ON }, { isRoot: false });
    expect(ensureWebmail(WEBMAIL, machine)).toContain('need root');
    expect(installDebianPackages(['a-webmail'], machine)).toBe(false);
    expect(machine.calls()).toEqual([]);
  });

  test('where there is no dpkg, everything is missing', () => {
    expect(missingPackages(['a', 'b'], aMachine({}, { hasApt: false }))).toEqual(['a', 'b']);
  });
});
