// Debian's Redis 7, unpacked only.
import { join } from 'node:path';
import { unpackDebianPackages } from './debian.mjs';
import { CACHE } from './prepare.mjs';

const PACKAGES = ['redis-server', 'redis-tools'];
const FOLDER = join(CACHE, 'redis');

/** @returns the root of its files; null if unavailable */
export function redis() {
  return unpackDebianPackages(PACKAGES, FOLDER) ? FOLDER : null;
}
