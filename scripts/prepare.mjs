// Installs what is missing before anything else can run: npm packages, and through apt what only the system
// can give (browsers, a webmail). Plain JavaScript without imports from packages, because there may be none yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CACHE = join(ROOT, 'node_modules', '.cache', 'spamlight');

/** Programs and the Debian packages that hold them. */
export const CHROMIUM = {
  programs: ['chromium', 'chromium-browser'],
  packages: ['chromium'],
};
export const FIREFOX = { programs: ['firefox-esr', 'firefox'], packages: ['firefox-esr'] };
export const CHINESE_FONT = {
  files: ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
  packages: ['fonts-noto-cjk'],
};
/** A real webmail and its mail store. Started by tests and by `npm run webmail` alone, on loopback. */
export const ROUNDCUBE = {
  packages: [
    'dovecot-core',
    'dovecot-imapd',
    'roundcube-core',
    'roundcube-sqlite3',
    'roundcube-skin-larry',
    'roundcube-skin-classic',
    'php-cli',
    'php-sqlite3',
    'php-intl',
    'php-mbstring',
    'php-xml',
    'sqlite3',
  ],
  // Roundcube gets a database of its own at each start, so its package need not make one.
  answers: 'roundcube-core roundcube/dbconfig-install boolean false',
};

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Full path of the first program that is on the PATH, or null. @param {readonly string[]} programs */
export function findProgram(programs) {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    for (const program of programs) {
      const path = join(folder, program);
      if (folder !== '' && existsSync(path)) return path;
    }
  }
  return null;
}

/** True where this process may install Debian packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findProgram(['apt-get']) !== null;
}

/** npm packages as the lockfile says. Does nothing when that was done already for this lockfile. */
export function ensurePackages() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node ${process.versions.node} is too old: Spamlight is built with Node 20.19 or newer.`);
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  const stamp = join(CACHE, 'lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('Installing npm packages …');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (done.status !== 0)
    throw new Error(
      'npm ci failed; what it printed is above. Run the same command again once that is mended.',
    );
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(stamp, lock);
}

/**
 * Installs Debian packages where that is possible, without starting any service.
 *
 * @param {readonly string[]} packages
 * @returns {boolean} whether they are there now
 */
export function installDebianPackages(packages) {
  if (!canInstallPackages()) return false;
  say(`Installing ${packages.join(', ')} …`);
  // A package's own service must not start: tests start what they need and stop it again.
  const policy = '/usr/sbin/policy-rc.d';
  const ours = !existsSync(policy);
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = {
      env,
      stdio: /** @type {import('node:child_process').StdioOptions} */ (['ignore', 'ignore', 2]),
    };
    const install = [
      '-o',
      'DPkg::Lock::Timeout=600',
      '-o',
      'Dpkg::Options::=--force-confold',
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      ...packages,
    ];
    // The list of packages may be missing or old: fetch it only if the first try fails.
    if (spawnSync('apt-get', install, options).status === 0) return true;
    spawnSync('apt-get', ['-qq', 'update'], options);
    return spawnSync('apt-get', install, options).status === 0;
  } finally {
    if (ours) spawnSync('rm', ['-f', policy]);
  }
}

/**
 * The path of a program, installed first where it is missing and can be.
 *
 * @param {{programs: readonly string[], packages: readonly string[]}} wanted
 * @returns {string | null}
 */
export function ensureProgram(wanted) {
  return (
    findProgram(wanted.programs) ??
    (installDebianPackages(wanted.packages) ? findProgram(wanted.programs) : null)
  );
}

/** @param {{files: readonly string[], packages: readonly string[]}} wanted */
export function ensureFiles(wanted) {
  return wanted.files.every((file) => existsSync(file)) || installDebianPackages(wanted.packages);
}

/**
 * Those of some Debian packages that are not installed; all of them on other systems.
 *
 * @param {readonly string[]} packages
 */
export function missingPackages(packages) {
  return packages.filter((name) => {
    const asked = spawnSync('dpkg-query', ['-W', '-f=${db:Status-Status}', name], { encoding: 'utf8' });
    return asked.stdout !== 'installed';
  });
}

/**
 * Debian's Roundcube cannot be installed over the settings of one that was removed and never had a database, as one
 * installed here has none: it reads them, finds no kind of database, and gives up. Only such settings go.
 */
function forgetUnusedSettings() {
  const settings = '/etc/roundcube/debian-db.php';
  if (!existsSync(settings) || !readFileSync(settings, 'utf8').includes("$dbtype='';")) return;
  spawnSync('dpkg', ['--purge', 'roundcube-core'], { stdio: ['ignore', 'ignore', 2] });
}

/**
 * Installs what a webmail needs, where that is possible.
 *
 * @param {{packages: readonly string[], answers: string}} wanted - `answers`: what the packages would ask, as
 *   `debconf-set-selections` reads it
 * @returns {string | null} why it cannot run here; null if it can
 */
export function ensureWebmail({ packages, answers }) {
  if (process.getuid?.() !== 0) {
    return 'Roundcube and Dovecot need root to start, and this is another user';
  }
  const missing = missingPackages(packages);
  if (missing.length > 0 && canInstallPackages()) {
    forgetUnusedSettings();
    // Where an earlier installation was purged, the question must be made known again before it can be answered.
    spawnSync('debconf-communicate', ['roundcube-core'], {
      input: 'REGISTER dbconfig-common/dbconfig-install roundcube/dbconfig-install\n',
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    spawnSync('debconf-set-selections', { input: `${answers}\n`, stdio: ['pipe', 'ignore', 2] });
    installDebianPackages(missing);
  }
  const still = missingPackages(packages);
  return still.length === 0 ? null : `these Debian packages are missing: ${still.join(', ')}`;
}
