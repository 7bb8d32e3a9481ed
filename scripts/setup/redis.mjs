// Redis 7 of Debian's packages, unpacked beside the packages of npm: nothing is installed and no service is started.
import { join } from 'node:path';
import { unpackDebianPackages } from './debian.mjs';
import { CACHE } from './prepare.mjs';

const PACKAGES = ['redis-server', 'redis-tools'];
const FOLDER = join(CACHE, 'redis');

/** @returns {string | null} the folder in which it is unpacked, as below `/`; null where it cannot be had */
export function redis() {
  return unpackDebianPackages(PACKAGES, FOLDER) ? FOLDER : null;
}
