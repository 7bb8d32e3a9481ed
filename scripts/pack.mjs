// Reproducible zips: fixed order and date, no owner, and a JavaScript compressor, since zlib's output differs between
// versions and processors.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';

/** Zip's first date; it has no time zone, so this is local. */
const DATE = new Date(1980, 0, 1);

const NOT_SOURCE = /^(?:\.git|node_modules|dist|packages|test-results|demo-output|coverage)(?:\/|$)/;

/** @param {string} folder @param {readonly string[]} files - paths below it */
function pack(folder, files) {
  if (files.length === 0) throw new Error(`${folder} holds nothing to pack`);
  /** @type {import('fflate').Zippable} */
  const entries = {};
  for (const file of [...files].sort(byBytes)) {
    entries[file] = [new Uint8Array(readFileSync(join(folder, file))), { level: 9, mtime: DATE }];
  }
  return zipSync(entries);
}

/** Independent of locale. @param {string} a @param {string} b */
function byBytes(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @param {string} folder @returns {string[]} with slashes */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

/** @param {string} folder */
export function packFolder(folder) {
  return pack(folder, filesBelow(folder));
}

/**
 * Committed files, for reviewers; without git, all but build and test output.
 *
 * @param {string} root
 */
export function packSource(root) {
  if (!existsSync(join(root, '.git'))) {
    return pack(
      root,
      filesBelow(root).filter((file) => !NOT_SOURCE.test(file)),
    );
  }
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`);
  return pack(
    root,
    listed.stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file))),
  );
}
