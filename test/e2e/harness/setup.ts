import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { FIXTURES } from '../../content/webmail/fixture.ts';
import { build } from '../../../scripts/build.mjs';
import { REQUIRED_MATCHES } from '../../webmail-matches.ts';
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
    VITE_EXTRA_MATCHES: ['https://*.webmail.test/*', 'http://127.0.0.1/*', ...addedByReader()].join(','),
    VITE_CHECKPOINTS: '1',
    VITE_OPEN_SHADOW: '1',
    VITE_PROBE: '1',
    VITE_NO_WELCOME: '1',
  };
  await Promise.all([
    build('chrome', { ...settings, SPAMLIGHT_OUT: FOLDERS.chromium }),
    build('firefox', { ...settings, SPAMLIGHT_OUT: FOLDERS.firefox }),
  ]);
  const feeds = writeFeeds(`${FOLDERS.root}/feeds`);
  command(['build', '--feeds', feeds, '--out', FOLDERS.channel, '--key', FOLDERS.key]);
}

/**
 * The webmails that a reader has to add first, as far as there is a page of one: added already. All others are not,
 * so that adding one can be tested.
 */
function addedByReader(): readonly string[] {
  const patterns = FIXTURES.map(({ facts }) => new URL(facts.url).hostname)
    .filter((host) => !host.endsWith('.webmail.test'))
    .map((host) => `https://${host}/*`);
  return [...new Set(patterns)].filter((pattern) => !REQUIRED_MATCHES.includes(pattern));
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
