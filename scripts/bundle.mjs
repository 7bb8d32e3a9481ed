// npm run bundle, before a release: makes the packaged list from the test pages and redistributable feeds. Its key is
// thrown away, so that nobody can make another list that this package accepts. The list is committed, so that packages
// are reproducible. With feeds it expires (bundled-end.mjs).
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { choose, fetchAll } from './bundled-feeds.mjs';
import { ensurePackages, ROOT } from './setup/prepare.mjs';

const TEST_PAGES = join(ROOT, 'feeds/bundled/feeds.json');

/** Pages of phishing and malware live for days; after half a year most are gone. */
const FEEDS_COUNT_DAYS = 180;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'public/bundled') },
    feeds: { type: 'string', default: join(ROOT, 'feeds/public-feeds.json') },
  },
});

ensurePackages();
await ensureBuilt('cli');
const scratch = mkdtempSync(join(tmpdir(), 'spamlight-bundle-'));
try {
  const { chosen, leftOut } = choose(feedsIn(values.feeds));
  const copies = await fetchAll(chosen, scratch);
  for (const { name, because } of [...leftOut, ...copies.leftOut]) say(`Left out: ${name}: ${because}.`);
  const feeds = join(scratch, 'feeds.json');
  writeFileSync(
    feeds,
    JSON.stringify({
      feeds: [...feedsIn(TEST_PAGES), ...copies.fetched],
      publication: { expiresAfterDays: FEEDS_COUNT_DAYS },
    }),
  );
  say(
    copies.fetched.length === 0
      ? 'No feed could be had: the list holds the test pages alone, and no real threat.'
      : `The list holds the test pages and ${copies.fetched.map(({ name }) => name).join(', ')}.`,
  );
  const key = join(scratch, 'keys.json');
  const channel = join(scratch, 'channel');
  command(['keygen', '--out', key]);
  command(['build', '--feeds', feeds, '--out', channel, '--key', key]);
  rmSync(values.out, { recursive: true, force: true });
  mkdirSync(values.out, { recursive: true });
  cpSync(join(channel, 'latest.jws'), join(values.out, 'latest.jws'));
  cpSync(join(channel, 'base'), join(values.out, 'base'), { recursive: true });
  writeFileSync(join(values.out, 'root-key.txt'), `${JSON.parse(readFileSync(key, 'utf8')).root.x}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @param {string} file @returns {import('./bundled-feeds.mjs').Feed[]} with absolute paths */
function feedsIn(file) {
  /** @type {{ feeds: import('./bundled-feeds.mjs').Feed[] }} */
  const { feeds } = JSON.parse(readFileSync(file, 'utf8'));
  return feeds.map((feed) =>
    feed.file === undefined ? feed : { ...feed, file: resolve(dirname(file), feed.file) },
  );
}

/** @param {readonly string[]} words */
function command(words) {
  const program = join(ROOT, 'dist/cli/spamlight.mjs');
  const done = spawnSync(process.execPath, [program, ...words], { stdio: ['ignore', 2, 2] });
  if (done.status !== 0) throw new Error(`spamlight ${words[0]} failed; what it said is above.`);
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}
