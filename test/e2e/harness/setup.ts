import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { build } from '../../../scripts/build.mjs';
import { CHANNEL_HOST, CHANNEL_NAME, FOLDERS, writeFeeds } from './channel.ts';

/** Builds the command, the two extensions that tests load, a key pair, and the channel they start from. */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for one
export default async function setup(): Promise<void> {
  rmSync(FOLDERS.root, { recursive: true, force: true });
  mkdirSync(FOLDERS.root, { recursive: true });
  await build('cli');
  command(['keygen', '--out', FOLDERS.key, '--channel', CHANNEL_NAME]);
  const settings = {
    VITE_CHANNEL_URL: `https://${CHANNEL_HOST}/`,
    VITE_CHANNEL_NAME: CHANNEL_NAME,
    VITE_CHANNEL_ROOT_KEYS: rootKeyOf(FOLDERS.key),
    VITE_EXTRA_MATCHES: 'https://*.webmail.test/*,http://127.0.0.1/*',
    VITE_CHECKPOINTS: '1',
    VITE_OPEN_SHADOW: '1',
  };
  await Promise.all([
    build('chrome', { ...settings, SPAMLIGHT_OUT: FOLDERS.chromium }),
    build('firefox', { ...settings, SPAMLIGHT_OUT: FOLDERS.firefox }),
  ]);
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
