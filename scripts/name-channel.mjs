// Another channel for a build that is there: by the file that names it, and no other byte.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What `public/channel.json` holds; `src/extension/background/lists/default-channel.ts` reads it.
 *
 * @typedef {{url: string, name: string, rootKeys: readonly string[]}} NamedChannel
 */

/**
 * Writes which channel a build takes its lists from.
 *
 * @param {string} folder - of the build
 * @param {NamedChannel | null} channel - null: none, the packaged list alone
 */
export function nameChannel(folder, channel) {
  writeFileSync(join(folder, 'channel.json'), JSON.stringify({ channel }));
}

/**
 * Copies a build, and names another channel in the copy.
 *
 * @param {string} built
 * @param {string} to - a folder, emptied first
 * @param {NamedChannel | null} channel
 */
export function copyWithChannel(built, to, channel) {
  rmSync(to, { recursive: true, force: true });
  cpSync(built, to, { recursive: true });
  nameChannel(to, channel);
}
