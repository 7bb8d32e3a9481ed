// Programs for a few tests, installed from their own lockfiles.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './prepare.mjs';

/** @param {string} kind @param {string} name */
export function npmFolder(kind, name) {
  return join(CACHE, kind, name);
}

/**
 * @param {string} source - with package.json and package-lock.json
 * @param {string} folder - target
 * @param {string} name - for messages
 * @returns why it is unavailable, or null
 */
export function ensureNpmFolder(source, folder, name) {
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
