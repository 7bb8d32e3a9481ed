// Real webmails, and what they need of the system. Started by tests and by `npm run webmail` alone, on loopback.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canInstallPackages,
  installDebianPackages,
  missingPackages,
  packageStatus,
  THIS_MACHINE,
} from './debian.mjs';
import { ensureNpmFolder, npmFolder } from './npm-folder.mjs';
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

/** The webmail of the Horde groupware. */
export const HORDE = {
  packages: [
    'dovecot-core',
    'dovecot-imapd',
    'php-horde-imp',
    'php-cli',
    // Horde runs in any web server; without this, apt would bring one along.
    'php-cgi',
    'php-intl',
    'php-mbstring',
    'php-xml',
  ],
  answers: '',
};

/**
 * Debian's Roundcube cannot be installed over the settings of one that was removed and never had a database, as one
 * installed here has none: it reads them, finds no kind of database, and gives up. Only such settings go, and only of one
 * that is gone: another run may be installing it at this moment.
 *
 * @param {import('./debian.mjs').Machine} machine
 * @param {string} [settings] - the file in which they lie
 */
export function forgetUnusedSettings(machine, settings = '/etc/roundcube/debian-db.php') {
  if (packageStatus('roundcube-core', machine) !== 'config-files') return;
  if (!existsSync(settings) || !readFileSync(settings, 'utf8').includes("$dbtype='';")) return;
  spawnSync('dpkg', ['--purge', 'roundcube-core'], { env: machine.env, stdio: ['ignore', 'ignore', 2] });
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
    forgetUnusedSettings(machine);
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

/** Where one of these is installed. @param {string} name */
export function npmWebmail(name) {
  return npmFolder('webmails', name);
}

/**
 * Installs a webmail that is an npm package.
 *
 * @param {string} name - of its folder in test/real-webmails
 * @returns {string | null} why it cannot run here; null if it can
 */
export function ensureNpmWebmail(name) {
  return ensureNpmFolder(join(ROOT, 'test', 'real-webmails', name), npmWebmail(name), name);
}
