// npm run lock, after changing packages. npm omits platform packages that the current registry lacks, and `npm ci` then
// refuses the lockfile. Names and versions come from the packages that need them; other platforms never fetch them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup/prepare.mjs';

const FILE = join(ROOT, 'package-lock.json');

/** @typedef {{version?: string, optionalDependencies?: Record<string, string>, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[]}} Locked */

const SYSTEMS = ['openharmony', 'darwin', 'win32', 'android', 'freebsd', 'linux'];
/** `arm64` contains `arm`, so it is first. @type {readonly [RegExp, string][]} */
const PROCESSORS = [
  [/arm64/, 'arm64'],
  [/\barm\b|eabi/, 'arm'],
  [/x64/, 'x64'],
  [/ia32/, 'ia32'],
  [/ppc64/, 'ppc64'],
  [/riscv64/, 'riscv64'],
  [/s390x/, 's390x'],
];

/** @param {Record<string, Locked>} packages @param {string} parent @param {string} name */
function isLocked(packages, parent, name) {
  for (
    let folder = parent;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}

/**
 * @param {Record<string, Locked>} packages
 * @returns {[string, string, boolean][]} name, version, whether for development only
 */
export function missingFrom(packages) {
  return Object.entries(packages).flatMap(([parent, locked]) =>
    Object.entries(locked.optionalDependencies ?? {})
      .filter(([name, version]) => /^\d/.test(version) && !isLocked(packages, parent, name))
      .map(
        ([name, version]) => /** @type {[string, string, boolean]} */ ([name, version, locked.dev === true]),
      ),
  );
}

if (process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(readFileSync(FILE, 'utf8'));
  /** @type {Record<string, Locked>} */
  const packages = lock.packages;
  const missing = missingFrom(packages);
  for (const [name, version, dev] of missing) {
    const platform = name.split('/').at(-1) ?? '';
    const os = SYSTEMS.find((system) => platform.includes(system));
    const cpu = PROCESSORS.find(([pattern]) => pattern.test(platform))?.[1];
    if (os === undefined || cpu === undefined) throw new Error(`for which platform is ${name}?`);
    const libc =
      os !== 'linux' ? [] : platform.includes('musl') ? ['musl'] : platform.includes('gnu') ? ['glibc'] : [];
    packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(dev ? { dev } : {}),
      ...(libc.length > 0 ? { libc } : {}),
      optional: true,
      os: [os],
    };
  }
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${missing.length} platform packages added to package-lock.json\n`);
}
