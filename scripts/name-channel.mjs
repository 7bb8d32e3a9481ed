import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The content of `public/channel.json`.
 *
 * @typedef {{url: string, name: string, rootKeys: readonly string[]}} NamedChannel
 */

/**
 * @param {string} folder - of the build
 * @param {NamedChannel | null} channel - null: only the packaged list
 */
export function nameChannel(folder, channel) {
  writeFileSync(join(folder, 'channel.json'), JSON.stringify({ channel }));
}

/**
 * @param {string} built
 * @param {string} to - emptied first
 * @param {NamedChannel | null} channel
 */
export function copyWithChannel(built, to, channel) {
  rmSync(to, { recursive: true, force: true });
  cpSync(built, to, { recursive: true });
  nameChannel(to, channel);
}
