// For tests of `spamlight export --as`.
import { join } from 'node:path';
import { unpackDebianPackages } from './debian.mjs';
import { CACHE } from './prepare.mjs';

const PACKAGES = ['rspamd', 'postfix', 'bind9', 'bind9-utils', 'unbound'];
// Another list of packages gets another folder.
const FOLDER = join(CACHE, `gateways-${PACKAGES.join('-')}`);

/** @returns the root of their files; null if unavailable */
export function gateways() {
  return unpackDebianPackages(PACKAGES, FOLDER) ? FOLDER : null;
}
