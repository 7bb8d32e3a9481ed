// The mail servers and resolvers for which `spamlight export --as` writes lists, unpacked beside the packages of npm.
import { join } from 'node:path';
import { unpackDebianPackages } from './debian.mjs';
import { CACHE } from './prepare.mjs';

const PACKAGES = ['rspamd', 'postfix', 'bind9', 'bind9-utils', 'unbound'];
// Named after what is in it, so that another list of packages is unpacked anew.
const FOLDER = join(CACHE, `gateways-${PACKAGES.join('-')}`);

/** @returns {string | null} the folder in which they are unpacked, as below `/`; null where they cannot be had */
export function gateways() {
  return unpackDebianPackages(PACKAGES, FOLDER) ? FOLDER : null;
}
