// Runs before packages are installed, so it imports none.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Deleted with the packages. */
export const CACHE = join(ROOT, 'node_modules', '.cache', 'spamlight');

/** @typedef {Record<string, {readonly version?: string, readonly optional?: boolean}>} LockedPackages */

/**
 * Compares npm's record with the lockfile.
 *
 * @param {string} folder - with the lockfile
 */
export function arePackagesThere(folder) {
  const written = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(written)) return false;
  const packagesIn = (/** @type {string} */ file) =>
    /** @type {{packages: LockedPackages}} */ (JSON.parse(readFileSync(file, 'utf8'))).packages;
  const there = packagesIn(written);
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(
    ([path, { version, optional = false }]) =>
      // '' is this project; optional packages may be for other systems.
      path === '' || (there[path] === undefined ? optional : there[path].version === version),
  );
}

/** Installs npm packages, once per lockfile. */
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
  // Skipped after `npm ci`, since reinstalling would break running programs.
  if (!arePackagesThere(ROOT)) {
    process.stderr.write('Installing npm packages …\n');
    const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: ROOT, stdio: ['ignore', 2, 2] });
    if (done.status !== 0)
      throw new Error(
        'npm ci failed; what it printed is above. Run the same command again once that is mended.',
      );
  }
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(stamp, lock);
}
