import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ensureFiles,
  installDebianPackages,
  missingPackages,
  unpackDebianPackages,
} from '../../scripts/setup/debian.mjs';
import { ensureWebmail, purgeUnusedSettings } from '../../scripts/setup/webmails.mjs';
import { aMachine } from './stub-machine.ts';

const MOVED_ON = { listed: '1.0-1', now: '1.0-2' };
const FONT = { files: ['/nowhere/font.ttc'], packages: ['a-font'] };
const WEBMAIL = { packages: ['a-webmail'], answers: 'a-webmail question boolean false' };

describe('lists of packages that name what the servers no longer have', () => {
  test('a font is installed though the lists of packages name what the servers no longer have', () => {
    const machine = aMachine({ 'a-font': MOVED_ON });
    expect(ensureFiles(FONT, machine)).toBe(true);
    expect(machine.calls()).toEqual(['update', 'install a-font']);
  });

  test('a webmail is installed though the lists of packages name what the servers no longer have', () => {
    const machine = aMachine({ 'a-webmail': MOVED_ON });
    expect(ensureWebmail(WEBMAIL, machine)).toBe(null);
    expect(machine.calls()).toEqual(['update', 'install a-webmail']);
  });

  test('the lists of packages are fetched once a run, however much is installed', () => {
    const machine = aMachine({ 'a-font': MOVED_ON, 'a-webmail': MOVED_ON });
    ensureFiles(FONT, machine);
    ensureWebmail(WEBMAIL, machine);
    expect(machine.calls()).toEqual(['update', 'install a-font', 'install a-webmail']);
  });
});

describe('settings of a webmail that was removed and never had a database', () => {
  test.each([
    ['config-files', true],
    ['installed', false],
    ['half-configured', false],
    ['', false],
  ])('settings of a webmail that is “%s” and never had a database are taken away: %s', (status, isPurged) => {
    const machine = aMachine({});
    const settings = `${machine.servicePolicy}.settings`;
    const calls = `${machine.servicePolicy}.calls`;
    writeFileSync(settings, "$dbtype='';");
    machine.add('dpkg-query', `printf '${status}'`);
    machine.add('dpkg', `echo "$@" > ${calls}`);
    purgeUnusedSettings(machine, settings);
    expect(existsSync(calls)).toBe(isPurged);
  });
});

describe('packages that are only unpacked', () => {
  /** Puts one archive where it is told to. */
  const DOWNLOADING =
    'for word; do case $word in Dir::Cache::archives=*) : > "${word#*=}/a.deb" ;; esac; done';
  const aTarget = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'spamlight-unpacked-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return join(folder, 'system');
  };

  test('packages that are only unpacked are there whole or not at all, and once they are, nothing is asked for', () => {
    const machine = aMachine({});
    machine.add('apt-get', DOWNLOADING);
    machine.add('dpkg-deb', 'exit 2');
    const folder = aTarget();
    expect(unpackDebianPackages(['a'], folder, machine)).toBe(false);
    expect(existsSync(folder)).toBe(false);
    machine.add('dpkg-deb', ': > "$3/program"');
    expect(unpackDebianPackages(['a'], folder, machine)).toBe(true);
    expect(readdirSync(folder)).toEqual(['program']);
    machine.add('apt-get', 'exit 1');
    expect(unpackDebianPackages(['a'], folder, machine)).toBe(true);
  });

  test('packages that are only unpacked that another process has unpacked meanwhile are taken as they are, and nothing is left beside them', () => {
    const machine = aMachine({});
    machine.add('apt-get', DOWNLOADING);
    const folder = aTarget();
    machine.add('dpkg-deb', `/bin/mkdir -p ${folder} && : > ${folder}/program`);
    expect(unpackDebianPackages(['a'], folder, machine)).toBe(true);
    expect(readdirSync(folder)).toEqual(['program']);
    expect(readdirSync(join(folder, '..'))).toEqual(['system']);
  });

  test('packages that are only unpacked cannot be had where they cannot be fetched, or there is no apt', () => {
    expect(unpackDebianPackages(['a'], aTarget(), aMachine({}))).toBe(false);
    expect(unpackDebianPackages(['a'], aTarget(), aMachine({}, { hasApt: false }))).toBe(false);
  });
});

describe('what cannot be installed', () => {
  test('what cannot be installed is named', () => {
    const machine = aMachine({ 'a-webmail': { listed: '1', now: null } });
    expect(ensureWebmail(WEBMAIL, machine)).toBe('these Debian packages are missing: a-webmail');
    expect(existsSync(machine.servicePolicy)).toBe(false);
  });

  test('another user than root is told that packages cannot be installed, and nothing is tried', () => {
    const machine = aMachine({ 'a-webmail': MOVED_ON }, { isRoot: false });
    expect(ensureWebmail(WEBMAIL, machine)).toContain('need root');
    expect(installDebianPackages(['a-webmail'], machine)).toBe(false);
    expect(machine.calls()).toEqual([]);
  });

  test('where there is no dpkg, every package is missing', () => {
    expect(missingPackages(['a', 'b'], aMachine({}, { hasApt: false }))).toEqual(['a', 'b']);
  });
});
