// Plain JavaScript without packages, which may not be installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The machine to set up. Tests use one with stub programs.
 *
 * @typedef {object} Machine
 * @property {NodeJS.ProcessEnv} env - with `PATH`
 * @property {boolean} isRoot
 * @property {string} servicePolicy - Debian asks it before starting services
 * @property {{hasFreshLists: boolean}} memory - of this run
 */

/** @type {Machine} */
export const THIS_MACHINE = {
  env: process.env,
  isRoot: process.getuid?.() === 0,
  servicePolicy: '/usr/sbin/policy-rc.d',
  memory: { hasFreshLists: false },
};

export const CHINESE_FONT = {
  files: ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
  packages: ['fonts-noto-cjk'],
};

/** For tests that act as a screen reader. */
export const ASSISTIVE_BUS = {
  files: ['/usr/bin/dbus-daemon', '/usr/bin/dbus-send', '/usr/libexec/at-spi2-registryd'],
  packages: ['dbus', 'at-spi2-core'],
};

/**
 * Full paths, in the order of `PATH`.
 *
 * @param {readonly string[]} programs
 * @param {Machine} [machine]
 */
export function findPrograms(programs, machine = THIS_MACHINE) {
  return (machine.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => folder !== '')
    .flatMap((folder) => programs.map((program) => join(folder, program)))
    .filter((path) => existsSync(path));
}

/** @param {Machine} [machine] */
export function canInstallPackages(machine = THIS_MACHINE) {
  return machine.isRoot && hasPackages(machine);
}

/** @param {Machine} [machine] */
export function hasPackages(machine = THIS_MACHINE) {
  return findPrograms(['apt-get'], machine).length > 0;
}

/**
 * Installs or updates packages without starting services.
 *
 * @param {readonly string[]} packages
 * @param {Machine} [machine]
 */
export function installDebianPackages(packages, machine = THIS_MACHINE) {
  if (!canInstallPackages(machine)) return false;
  refreshPackageLists(machine);
  process.stderr.write(`Installing ${packages.join(', ')} …\n`);
  // Tests start what they need, so a package must not start its service.
  const ours = !existsSync(machine.servicePolicy);
  if (ours) writeFileSync(machine.servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const settings = ['-o', 'DPkg::Lock::Timeout=600', '-o', 'Dpkg::Options::=--force-confold'];
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    return aptGet([...settings, ...install], machine) === 0;
  } finally {
    if (ours) rmSync(machine.servicePolicy, { force: true });
  }
}

/**
 * Refreshes once a run: old lists name packages that are gone or outdated.
 *
 * @param {Machine} machine
 */
export function refreshPackageLists(machine) {
  if (machine.memory.hasFreshLists) return;
  machine.memory.hasFreshLists = true;
  process.stderr.write('Refreshing the lists of packages …\n');
  // A failed source may not matter, and without a network old lists are better than none. Callers report what is
  // missing.
  if (aptGet(['-qq', 'update'], machine) !== 0)
    process.stderr.write('Not all lists of packages could be refreshed; going on with what there is.\n');
}

/** @param {readonly string[]} words @param {Machine} machine */
function aptGet(words, machine) {
  const env = { ...machine.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', words, { env, stdio: ['ignore', 'ignore', 2] }).status;
}

/**
 * Null if there is none.
 *
 * @param {string} name
 * @param {Machine} machine
 */
export function candidateVersion(name, machine) {
  const env = { ...machine.env, LC_ALL: 'C' };
  const { stdout } = spawnSync('apt-cache', ['policy', name], { env, encoding: 'utf8' });
  const version = /^ {2}Candidate: (\S+)$/m.exec(stdout ?? '')?.[1];
  return version === undefined || version === '(none)' ? null : version;
}

/**
 * On other systems, all count as missing.
 *
 * @param {readonly string[]} packages
 * @param {Machine} [machine]
 */
export function missingPackages(packages, machine = THIS_MACHINE) {
  return packages.filter((name) => packageStatus(name, machine) !== 'installed');
}

/**
 * `installed`, `config-files` (removed, but with settings), or another state of dpkg; null if unknown.
 *
 * @param {string} name
 * @param {Machine} machine
 */
export function packageStatus(name, machine) {
  const asked = spawnSync('dpkg-query', ['-W', '-f=${db:Status-Status}', name], {
    env: machine.env,
    encoding: 'utf8',
  });
  return asked.stdout === '' ? null : (asked.stdout ?? null);
}

/** @param {{files: readonly string[], packages: readonly string[]}} wanted @param {Machine} [machine] */
export function ensureFiles(wanted, machine = THIS_MACHINE) {
  return wanted.files.every((file) => existsSync(file)) || installDebianPackages(wanted.packages, machine);
}

/**
 * Unpacks packages and missing dependencies; needs no root and starts nothing.
 *
 * @param {readonly string[]} packages
 * @param {string} folder - complete if it exists
 * @param {Machine} [machine]
 */
export function unpackDebianPackages(packages, folder, machine = THIS_MACHINE) {
  if (existsSync(folder)) return true;
  if (!hasPackages(machine)) return false;
  if (machine.isRoot) refreshPackageLists(machine);
  process.stderr.write(`Unpacking ${packages.join(', ')} …\n`);
  // Another process may do the same.
  const aside = `${folder}.part-${process.pid}`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(join(aside, 'archives', 'partial'), { recursive: true });
  // The lock is for installations; these archives are private.
  const settings = ['-o', 'Debug::NoLocking=1', '-o', `Dir::Cache::archives=${join(aside, 'archives')}`];
  const download = ['install', '--download-only', '--reinstall', '-y', '-qq', '--no-install-recommends'];
  if (aptGet([...settings, ...download, ...packages], machine) !== 0) return false;
  for (const name of readdirSync(join(aside, 'archives')).filter((file) => file.endsWith('.deb'))) {
    const archive = join(aside, 'archives', name);
    if (spawnSync('dpkg-deb', ['-x', archive, aside], { env: machine.env }).status !== 0) return false;
  }
  rmSync(join(aside, 'archives'), { recursive: true });
  try {
    renameSync(aside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    // Another process was first.
    rmSync(aside, { recursive: true });
  }
  return true;
}
