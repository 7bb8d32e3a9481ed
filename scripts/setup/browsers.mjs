import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import {
  candidateVersion,
  canInstallPackages,
  findPrograms,
  hasPackages,
  installDebianPackages,
  refreshPackageLists,
  THIS_MACHINE,
} from './debian.mjs';
import { LEAST_FIREFOX, LEAST_THUNDERBIRD, leastChromium } from '../least-versions.mjs';

/** @typedef {import('./debian.mjs').Machine} Machine */

/**
 * @typedef {object} BrowserWanted
 * @property {string} name
 * @property {string} least - from the manifest
 * @property {readonly string[]} programs - on a PATH
 * @property {string} package - Debian's
 * @property {string} variable - environment variable with a path
 * @property {string} instead - advice
 * @property {() => Promise<string>} [bundled] - another tool's copy
 */

/** @typedef {{readonly path: string, readonly version: string} | {readonly missing: string}} BrowserFound */

/** @type {BrowserWanted} */
export const CHROMIUM = {
  name: 'Chromium',
  least: leastChromium(),
  programs: ['chromium', 'chromium-browser'],
  package: 'chromium',
  variable: 'SPAMLIGHT_CHROMIUM',
  instead:
    'npx playwright install --with-deps chromium gets one, which is found by itself; or name yours: SPAMLIGHT_CHROMIUM=/path/to/chromium. Google Chrome itself no longer loads an extension from a folder this way.',
  bundled: async () => {
    const { chromium } = await import('@playwright/test');
    return chromium.executablePath();
  },
};

/** @type {BrowserWanted} */
export const FIREFOX = {
  name: 'Firefox',
  least: LEAST_FIREFOX,
  programs: ['firefox-esr', 'firefox'],
  package: 'firefox-esr',
  variable: 'SPAMLIGHT_FIREFOX',
  instead:
    'unpack the archive that https://www.mozilla.org/firefox/all/ offers, and name it: SPAMLIGHT_FIREFOX=/path/to/firefox/firefox.',
};

/** @type {BrowserWanted} */
export const THUNDERBIRD = {
  name: 'Thunderbird',
  least: LEAST_THUNDERBIRD,
  programs: ['thunderbird'],
  package: 'thunderbird',
  variable: 'SPAMLIGHT_THUNDERBIRD',
  instead:
    'unpack the archive that https://www.thunderbird.net/thunderbird/all/ offers, and name it: SPAMLIGHT_THUNDERBIRD=/path/to/thunderbird/thunderbird.',
};

/**
 * Installs or updates the browser if necessary.
 *
 * @param {BrowserWanted} wanted
 * @param {Machine} [machine]
 * @returns {Promise<BrowserFound>}
 */
export async function ensureBrowser(wanted, machine = THIS_MACHINE) {
  const named = machine.env[wanted.variable];
  if (named !== undefined && named !== '') {
    const [found] = inspectPrograms([named], machine);
    if (found?.version != null && isAtLeast(found.version, wanted.least))
      return { path: found.path, version: found.version };
    const seen = found === undefined ? 'there is no such file' : describeProblem([found], wanted);
    return { missing: `${wanted.variable} names ${named}: ${seen}.` };
  }

  const usable = () => firstUsable(findInstalled(wanted, machine), wanted);
  const first = usable() ?? firstUsable(await findBundled(wanted, machine), wanted);
  if (first !== null) return first;

  const offered = canInstallPackages(machine) ? newestOffered(wanted, machine) : null;
  if (offered !== null && !isStub(offered) && isAtLeast(offered, wanted.least)) {
    const isInstalled = installDebianPackages([wanted.package], machine);
    const second = usable();
    if (second !== null) return second;
    const said = isInstalled ? 'was installed' : 'could not be installed; what apt-get says is above';
    return {
      missing: `${describeProblem(findInstalled(wanted, machine), wanted)}, although ${wanted.package} ${offered} ${said}.`,
    };
  }
  return {
    missing: `${describeProblem(findInstalled(wanted, machine), wanted)}. ${advice(wanted, machine, offered)}`,
  };
}

/** @param {BrowserWanted} wanted @param {Machine} machine */
function newestOffered(wanted, machine) {
  refreshPackageLists(machine);
  return candidateVersion(wanted.package, machine);
}

/** @param {BrowserWanted} wanted @param {Machine} machine @param {string | null} offered */
function advice(wanted, machine, offered) {
  if (canInstallPackages(machine)) {
    if (offered === null) return `The packages of this system have no ${wanted.package}: ${wanted.instead}`;
    if (isStub(offered))
      return `This system's package ${wanted.package} only stands for a snap, which reads no extension or profile of ours: ${wanted.instead}`;
    return `The newest ${wanted.package} that the packages of this system have is ${offered}: ${wanted.instead}`;
  }
  if (!hasPackages(machine)) return `To get one, ${wanted.instead}`;
  return `On Debian: sudo apt-get update && sudo apt-get install ${wanted.package}. Elsewhere, ${wanted.instead}`;
}

/** @typedef {{path: string, version: string | null, isSnap: boolean}} Seen */

/** @param {BrowserWanted} wanted @param {Machine} machine */
function findInstalled(wanted, machine) {
  return inspectPrograms(findPrograms(wanted.programs, machine), machine);
}

/** @param {BrowserWanted} wanted @param {Machine} machine */
async function findBundled({ bundled }, machine) {
  return bundled === undefined ? [] : inspectPrograms([await bundled()], machine);
}

/** @param {readonly string[]} paths @param {Machine} machine @returns {readonly Seen[]} */
function inspectPrograms(paths, machine) {
  return paths
    .filter((path) => path !== '' && existsSync(path))
    .map((path) => {
      const isSnap = leadsToSnap(path);
      return { path, isSnap, version: isSnap ? null : versionOf(path, machine) };
    });
}

/** @param {readonly Seen[]} seen @param {BrowserWanted} wanted */
function firstUsable(seen, { least }) {
  for (const { path, version } of seen) {
    if (version !== null && isAtLeast(version, least)) return { path, version };
  }
  return null;
}

/** @param {readonly Seen[]} seen @param {BrowserWanted} wanted */
function describeProblem(seen, { name, least }) {
  if (seen.length === 0) return `${name} is missing, and ${least} or newer is needed`;
  const each = seen.map(({ path, version, isSnap }) =>
    isSnap
      ? `${path} only leads to a snap`
      : version === null
        ? `${path} does not tell its version`
        : `${path} is ${name} ${version}`,
  );
  return `${each.join(', ')}, and ${name} ${least} or newer is needed`;
}

/**
 * Reads "Mozilla Firefox 153.7.0esr" or "Chromium 156.0.8078.79 built on Debian".
 *
 * @param {string} path
 * @param {Machine} machine
 */
function versionOf(path, machine) {
  const { stdout } = spawnSync(path, ['--version'], {
    // As root, Firefox refuses another user's home.
    env: { ...machine.env, ...(machine.isRoot ? { HOME: '/root' } : {}) },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  });
  return /\b\d+(?:\.\d+)+/.exec(stdout ?? '')?.[0] ?? null;
}

/** Ubuntu's packages call a snap by a script. @param {string} path */
function leadsToSnap(path) {
  const real = realpathSync(path);
  if (real.startsWith('/snap/') || basename(real) === 'snap') return true;
  // The browser itself is larger, and not text.
  return statSync(real).size < 20_000 && readFileSync(real, 'latin1').includes('/snap/bin/');
}

/** Such as `2:1snap1-0ubuntu2`. @param {string} version */
function isStub(version) {
  return version.includes('snap');
}

/**
 * @param {string} version - from a program or Debian package
 * @param {string} least - numbers and dots
 */
export function isAtLeast(version, least) {
  const numbers = (/** @type {string} */ text) =>
    (/\d+(?:\.\d+)*/.exec(text.replace(/^\d+:/, ''))?.[0] ?? '').split('.').map(Number);
  const has = numbers(version);
  for (const [index, wanted] of numbers(least).entries()) {
    const difference = (has[index] ?? 0) - wanted;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
