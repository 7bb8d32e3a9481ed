import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import type { HostHandler } from './proxy.ts';

export const CHANNEL_HOST = 'channel.test';
export const CHANNEL_NAME = 'spamlight';

const root = 'dist/test';

/** What the set-up makes, and tests read. */
export const FOLDERS = {
  root,
  key: `${root}/key.json`,
  /** As `npm run build` leaves them. */
  built: { chromium: 'dist/chrome', firefox: 'dist/firefox', thunderbird: 'dist/thunderbird' },
  /** The same with the tests' channel. */
  chromium: `${root}/chromium`,
  firefox: `${root}/firefox`,
  thunderbird: `${root}/thunderbird`,
  faults: { chromium: `${root}/faults-chromium`, firefox: `${root}/faults-firefox` },
  channel: `${root}/channel`,
} as const;

/** What the channel of the tests lists, in reserved names. */
export const LISTED = {
  phishingUrl: 'https://login.bank-check.example/verify/account.php',
  phishingHost: 'phish.example',
  malwareUrl: 'http://files.download.example/invoice.exe',
  spamHost: 'pills.example',
} as const;

/**
 * Writes the feeds of the tests and their description.
 *
 * @param more - further phishing URLs, for a channel that moves on
 * @returns path of feeds.json
 */
export function writeFeeds(folder: string, more: readonly string[] = []): string {
  mkdirSync(folder, { recursive: true });
  const feeds = [
    {
      name: 'Test phishing',
      file: 'phishing.txt',
      format: 'url-list',
      category: 'phishing',
      lines: [LISTED.phishingUrl, ...more],
    },
    {
      name: 'Test phishing hosts',
      file: 'hosts.txt',
      format: 'domain-list',
      category: 'phishing',
      lines: [LISTED.phishingHost],
    },
    {
      name: 'Test malware',
      file: 'malware.txt',
      format: 'url-list',
      category: 'malware',
      lines: [LISTED.malwareUrl],
    },
    {
      name: 'Test spam',
      file: 'spam.txt',
      format: 'domain-list',
      category: 'spam',
      lines: [LISTED.spamHost],
    },
  ];
  for (const { file, lines } of feeds) writeFileSync(`${folder}/${file}`, `${lines.join('\n')}\n`);
  const described = feeds.map(({ name, file, format, category }) => ({
    name,
    file,
    format,
    category,
    confidence: 0.9,
    licence: 'CC0-1.0',
    reviewed: true,
  }));
  writeFileSync(`${folder}/feeds.json`, JSON.stringify({ feeds: described }, null, 2));
  return `${folder}/feeds.json`;
}

/** Publishes the next snapshot of a channel folder. */
export function publish(feeds: string, channel: string): void {
  const words = ['dist/cli/spamlight.mjs', 'build', '--feeds', feeds, '--out', channel, '--key', FOLDERS.key];
  const done = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`the build failed:\n${done.stdout}${done.stderr}`);
}

/** Serves the files of a channel folder as any static host would. */
export function channelFiles(folder: string): HostHandler {
  return (_request, response, url) => {
    const path = `${folder}${url.pathname}`;
    if (url.pathname.includes('..') || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
      return;
    }
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'content-type': 'application/octet-stream',
      'content-length': statSync(path).size,
    });
    createReadStream(path).pipe(response);
  };
}
