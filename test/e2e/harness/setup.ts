import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { build, ensureBuilt } from '../../../scripts/build.mjs';
import { copyWithChannel, nameChannel } from '../../../scripts/name-channel.mjs';
import { CHANNEL_HOST, CHANNEL_NAME, FOLDERS, writeFeeds } from './channel.ts';

/**
 * Builds the command and the extensions as `npm run build` does, and makes a key pair and the channel that tests start
 * from. What browsers load are copies of those builds that name this channel.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for one
export default async function setup(): Promise<void> {
  rmSync(FOLDERS.root, { recursive: true, force: true });
  mkdirSync(FOLDERS.root, { recursive: true });
  // `npm run test:changed` runs specs in Chromium alone.
  const isChromiumAlone = process.env['SPAMLIGHT_TIER'] === 'changed';
  const kinds = isChromiumAlone ? (['chromium'] as const) : (['chromium', 'firefox', 'thunderbird'] as const);
  await ensureBuilt('cli', ...kinds.map((kind) => basename(FOLDERS.built[kind])));
  if (!isChromiumAlone)
    await Promise.all([
      build('chrome', { SPAMLIGHT_OUT: FOLDERS.faults.chromium, VITE_CHECKPOINTS: '1' }),
      build('firefox', { SPAMLIGHT_OUT: FOLDERS.faults.firefox, VITE_CHECKPOINTS: '1' }),
    ]);
  command(['keygen', '--out', FOLDERS.key, '--channel', CHANNEL_NAME]);
  const channel = {
    url: `https://${CHANNEL_HOST}/`,
    name: CHANNEL_NAME,
    rootKeys: [rootKeyOf(FOLDERS.key)],
  };
  for (const kind of kinds) copyWithChannel(FOLDERS.built[kind], FOLDERS[kind], channel);
  if (!isChromiumAlone) for (const folder of Object.values(FOLDERS.faults)) nameChannel(folder, channel);
  const feeds = writeFeeds(`${FOLDERS.root}/feeds`);
  command(['build', '--feeds', feeds, '--out', FOLDERS.channel, '--key', FOLDERS.key]);
}

/** Public half of the root key that the test builds pin. */
export function rootKeyOf(keyFile: string): string {
  const text = readFileSync(keyFile, 'utf8');
  const file: unknown = JSON.parse(text);
  const { root } = file as { root: { x: string } };
  return root.x;
}

function command(words: readonly string[]): void {
  const done = spawnSync(process.execPath, ['dist/cli/spamlight.mjs', ...words], { encoding: 'utf8' });
  if (done.status !== 0)
    throw new Error(`spamlight ${words.join(' ')} failed:\n${done.stdout}${done.stderr}`);
}
