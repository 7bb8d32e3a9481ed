// npm run bundle: makes the list that is packaged with the extension, before a release. It is signed by a key
// made here and thrown away, so that nobody can ever make another one that this package accepts. What it writes
// is committed: the same commit then gives the same package, byte for byte.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensurePackages, ROOT } from './prepare.mjs';

ensurePackages();
await build('cli');
const scratch = mkdtempSync(join(tmpdir(), 'spamlight-bundle-'));
try {
  const key = join(scratch, 'keys.json');
  const channel = join(scratch, 'channel');
  command(['keygen', '--out', key]);
  command(['build', '--feeds', join(ROOT, 'feeds/bundled/feeds.json'), '--out', channel, '--key', key]);
  const bundled = join(ROOT, 'public/bundled');
  rmSync(bundled, { recursive: true, force: true });
  mkdirSync(bundled, { recursive: true });
  cpSync(join(channel, 'latest.jws'), join(bundled, 'latest.jws'));
  cpSync(join(channel, 'base'), join(bundled, 'base'), { recursive: true });
  writeFileSync(join(bundled, 'root-key.txt'), `${JSON.parse(readFileSync(key, 'utf8')).root.x}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @param {readonly string[]} words */
function command(words) {
  const done = spawnSync(process.execPath, [join(ROOT, 'dist/cli/spamlight.mjs'), ...words], {
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) throw new Error(`spamlight ${words[0]} failed; what it said is above.`);
}
