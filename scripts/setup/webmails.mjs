// For tests and `npm run webmail`, on loopback.
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
  // Each start creates its own database.
  answers: 'roundcube-core roundcube/dbconfig-install boolean false',
};

/** Plugins that Roundcube's authors do not maintain, such as authres_status. */
export const ROUNDCUBE_PLUGINS = { packages: ['roundcube-plugins-extra'], answers: '' };

export const HORDE = {
  packages: [
    'dovecot-core',
    'dovecot-imapd',
    'php-horde-imp',
    'php-cli',
    // Otherwise apt would install a web server.
    'php-cgi',
    'php-intl',
    'php-mbstring',
    'php-xml',
  ],
  answers: '',
};

/**
 * Debian's Roundcube cannot be installed over settings of a removed one without a database. Only a removed one is
 * purged, since another run may be installing it.
 *
 * @param {import('./debian.mjs').Machine} machine
 * @param {string} [settings]
 */
export function purgeUnusedSettings(machine, settings = '/etc/roundcube/debian-db.php') {
  if (packageStatus('roundcube-core', machine) !== 'config-files') return;
  if (!existsSync(settings) || !readFileSync(settings, 'utf8').includes("$dbtype='';")) return;
  spawnSync('dpkg', ['--purge', 'roundcube-core'], { env: machine.env, stdio: ['ignore', 'ignore', 2] });
}

/**
 * @param {{packages: readonly string[], answers: string}} wanted - `answers`: for `debconf-set-selections`
 * @param {import('./debian.mjs').Machine} [machine]
 * @returns why it cannot run here, or null
 */
export function ensureWebmail({ packages, answers }, machine = THIS_MACHINE) {
  if (!machine.isRoot) {
    return 'a webmail and its mail store need root to start, and this is another user';
  }
  const missing = missingPackages(packages, machine);
  if (missing.length > 0 && canInstallPackages(machine)) {
    const { env } = machine;
    purgeUnusedSettings(machine);
    if (answers !== '') answerQuestions(answers, env);
    installDebianPackages(missing, machine);
  }
  const still = missingPackages(packages, machine);
  return still.length === 0 ? null : `these Debian packages are missing: ${still.join(', ')}`;
}

/**
 * @param {string} answers
 * @param {NodeJS.ProcessEnv} env
 */
function answerQuestions(answers, env) {
  // After a purge, the question must be registered again.
  spawnSync('debconf-communicate', ['roundcube-core'], {
    env,
    input: 'REGISTER dbconfig-common/dbconfig-install roundcube/dbconfig-install\n',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  spawnSync('debconf-set-selections', { env, input: `${answers}\n`, stdio: ['pipe', 'ignore', 2] });
}

/** Mail catchers, one for each kind of page. */
// Real pages that no adapter knows: a plain frame, and a sandboxed one. Lockfiles of their own keep 430 packages out of
// each installation.
export const MAILDEVS = /** @type {const} */ (['maildev-2', 'maildev-3']);

/** @param {string} name */
export function npmWebmail(name) {
  return npmFolder('webmails', name);
}

/**
 * @param {string} name - in test/real-webmails
 * @returns why it cannot run here, or null
 */
export function ensureNpmWebmail(name) {
  return ensureNpmFolder(join(ROOT, 'test', 'real-webmails', name), npmWebmail(name), name);
}
