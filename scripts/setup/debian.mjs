// What only the system can give is installed through apt, where this process may. Plain JavaScript without imports
// from packages, because there may be none yet.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The machine that is asked and changed. Tests give one of stub programs.
 *
 * @typedef {object} Machine
 * @property {NodeJS.ProcessEnv} env - its `PATH` is where programs are looked for
 * @property {boolean} isRoot
 * @property {string} servicePolicy - the file that tells Debian whether a package may start its service
 * @property {{hasFreshLists: boolean}} memory - what has been done already in this run
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

/** Through which a test asks for what a screen reader asks for. */
export const ASSISTIVE_BUS = {
  files: ['/usr/bin/dbus-daemon', '/usr/bin/dbus-send', '/usr/libexec/at-spi2-registryd'],
  packages: ['dbus', 'at-spi2-core'],
};

/**
 * Full paths of those of some programs that are on the PATH, in its order.
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

/** True where Debian packages can be installed by this process. @param {Machine} [machine] */
export function canInstallPackages(machine = THIS_MACHINE) {
  return machine.isRoot && hasPackages(machine);
}

/** True on a system of Debian's kind. @param {Machine} [machine] */
export function hasPackages(machine = THIS_MACHINE) {
  return findPrograms(['apt-get'], machine).length > 0;
}

/**
 * Installs Debian packages, or brings those that are there to the newest version, without starting any service.
 *
 * @param {readonly string[]} packages
 * @param {Machine} [machine]
 * @returns {boolean} whether that went well
 */
export function installDebianPackages(packages, machine = THIS_MACHINE) {
  if (!canInstallPackages(machine)) return false;
  refreshPackageLists(machine);
  process.stderr.write(`Installing ${packages.join(', ')} …\n`);
  // A package's own service must not start: tests start what they need and stop it again.
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
 * Fetches the lists of packages, once a run. Those of a fresh machine may be months old: what they name is then gone
 * from the servers, or a version that nobody wants any more.
 *
 * @param {Machine} machine
 */
export function refreshPackageLists(machine) {
  if (machine.memory.hasFreshLists) return;
  machine.memory.hasFreshLists = true;
  process.stderr.write('Refreshing the lists of packages …\n');
  // One source that fails need not be the one that is wanted, and without a network the old lists are better than
  // none: what is missing in the end is said by whoever wanted it.
  if (aptGet(['-qq', 'update'], machine) !== 0)
    process.stderr.write('Not all lists of packages could be refreshed; going on with what there is.\n');
}

/** @param {readonly string[]} words @param {Machine} machine */
function aptGet(words, machine) {
  const env = { ...machine.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', words, { env, stdio: ['ignore', 'ignore', 2] }).status;
}

/**
 * The version of a package that would be installed now, as Debian writes it; null where there is none.
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
 * Those of some Debian packages that are not installed; all of them on other systems.
 *
 * @param {readonly string[]} packages
 * @param {Machine} [machine]
 */
export function missingPackages(packages, machine = THIS_MACHINE) {
  return packages.filter((name) => packageStatus(name, machine) !== 'installed');
}

/**
 * `installed`, `config-files` of one that was removed and left its settings, or what dpkg is at; null where it is unknown.
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
 * Unpacks Debian packages, with what they need and this system lacks, into a folder: nothing is installed, no service is
 * started, no question asked. Needs the same system as an installation, but no rights over it.
 *
 * @param {readonly string[]} packages
 * @param {string} folder - is there, whole, if it is there at all
 * @param {Machine} [machine]
 * @returns {boolean} whether that went well
 */
export function unpackDebianPackages(packages, folder, machine = THIS_MACHINE) {
  if (existsSync(folder)) return true;
  if (!hasPackages(machine)) return false;
  if (machine.isRoot) refreshPackageLists(machine);
  process.stderr.write(`Unpacking ${packages.join(', ')} …\n`);
  // Another process may be at the same.
  const aside = `${folder}.part-${process.pid}`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(join(aside, 'archives', 'partial'), { recursive: true });
  // The lock belongs to installations; these archives are our own.
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
    // It was first, and has the same.
    rmSync(aside, { recursive: true });
  }
  return true;
}
