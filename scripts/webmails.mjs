// Real webmails, and what they need of the system. Started by tests and by `npm run webmail` alone, on loopback.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, installDebianPackages, missingPackages, THIS_MACHINE } from './debian.mjs';
import { ROOT } from './prepare.mjs';

/** A real webmail and its mail store. */
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

/**
 * Debian's Roundcube cannot be installed over the settings of one that was removed and never had a database, as one
 * installed here has none: it reads them, finds no kind of database, and gives up. Only such settings go.
 *
 * @param {NodeJS.ProcessEnv} env
 */
function forgetUnusedSettings(env) {
  const settings = '/etc/roundcube/debian-db.php';
  if (!existsSync(settings) || !readFileSync(settings, 'utf8').includes("$dbtype='';")) return;
  spawnSync('dpkg', ['--purge', 'roundcube-core'], { env, stdio: ['ignore', 'ignore', 2] });
}

/**
 * Installs what a webmail needs, where that is possible.
 *
 * @param {{packages: readonly string[], answers: string}} wanted - `answers`: what the packages would ask, as
 *   `debconf-set-selections` reads it
 * @param {import('./debian.mjs').Machine} [machine]
 * @returns {string | null} why it cannot run here; null if it can
 */
export function ensureWebmail({ packages, answers }, machine = THIS_MACHINE) {
  if (!machine.isRoot) {
    return 'a webmail and its mail store need root to start, and this is another user';
  }
  const missing = missingPackages(packages, machine);
  if (missing.length > 0 && canInstallPackages(machine)) {
    const { env } = machine;
    forgetUnusedSettings(env);
    if (answers !== '') answerQuestions(answers, env);
    installDebianPackages(missing, machine);
  }
  const still = missingPackages(packages, machine);
  return still.length === 0 ? null : `these Debian packages are missing: ${still.join(', ')}`;
}

/**
 * Answers what Roundcube's packages would ask.
 *
 * @param {string} answers - as `debconf-set-selections` reads them
 * @param {NodeJS.ProcessEnv} env
 */
function answerQuestions(answers, env) {
  // Where an earlier installation was purged, the question must be made known again before it can be answered.
  spawnSync('debconf-communicate', ['roundcube-core'], {
    env,
    input: 'REGISTER dbconfig-common/dbconfig-install roundcube/dbconfig-install\n',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  spawnSync('debconf-set-selections', { env, input: `${answers}\n`, stdio: ['pipe', 'ignore', 2] });
}

/** Catchers of mail for developers, one of each kind of page; npm has them. */
export const MAILDEVS = /** @type {const} */ (['maildev-2', 'maildev-3']);

const NPM_WEBMAILS = join(ROOT, 'node_modules', '.cache', 'spamlight', 'webmails');

/** Where one of these is installed. @param {string} name */
export function npmWebmail(name) {
  return join(NPM_WEBMAILS, name);
}

/**
 * Installs a webmail that is an npm package, as its own lockfile says, beside ours: hundreds of packages that only a
 * few tests need.
 *
 * @param {string} name - of its folder in test/real-webmails
 * @returns {string | null} why it cannot run here; null if it can
 */
export function ensureNpmWebmail(name) {
  const source = join(ROOT, 'test', 'real-webmails', name);
  const folder = npmWebmail(name);
  const lock = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return null;
  process.stderr.write(`Installing ${name} …\n`);
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(source, file), join(folder, file));
  const words = ['ci', '--no-audit', '--no-fund', '--omit=dev', '--ignore-scripts'];
  const done = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) return `npm could not install ${name}; what it printed is above`;
  writeFileSync(stamp, lock);
  return null;
}
