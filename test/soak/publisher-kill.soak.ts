/**
 * Builds that are killed at any moment: after each, the channel must be whole, at the serial before or the new one,
 * and the next build must succeed.
 *
 *     npm run soak -- publisher-kill
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = Number(process.env['ROUNDS'] ?? 100);

const folder = mkdtempSync(join(tmpdir(), 'spamlight-kill-'));
/** A copy: another build may empty the folder meanwhile. */
const COMMAND = join(folder, 'spamlight.mjs');
const channel = join(folder, 'channel');
const build = [
  'build',
  '--feeds',
  join(folder, 'feeds.json'),
  '--out',
  channel,
  '--key',
  join(folder, 'key.json'),
  '--threads',
  '0',
];

function run(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`spamlight ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

function serial(): number {
  const value: unknown = JSON.parse(run(['verify', channel, '--json']));
  if (typeof value !== 'object' || value === null || !('serial' in value)) throw new Error('no serial');
  return Number(value.serial);
}

function writeFeed(round: number): void {
  const lines = Array.from({ length: 20_000 }, (_, line) => `https://a${line + round * 100}.example/x\n`);
  writeFileSync(join(folder, 'feed.txt'), lines.join(''));
}

const built = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'cli'], { stdio: 'inherit' });
if (built.status !== 0) throw new Error('the command could not be built');
copyFileSync(join(ROOT, 'dist/cli/spamlight.mjs'), COMMAND);
let before = 0;
let published = 0;
try {
  run(['keygen', '--out', join(folder, 'key.json')]);
  const feed = { name: 'one', file: 'feed.txt', format: 'url-list', category: 'phishing', licence: 'none' };
  writeFileSync(join(folder, 'feeds.json'), JSON.stringify({ feeds: [feed] }));
  writeFeed(0);
  const startedAt = performance.now();
  run(build);
  const wholeMs = performance.now() - startedAt;
  before = serial();
  for (let round = 1; round <= ROUNDS; round++) {
    writeFeed(round);
    const child = spawn(process.execPath, [COMMAND, ...build], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // Spread over the whole build and beyond: later ones take longer, since they make deltas.
    await new Promise((resolve) => setTimeout(resolve, wholeMs * 2.5 * (round / ROUNDS)));
    child.kill('SIGKILL');
    await ended;
    const now = serial();
    if (now !== before && now !== before + 1) throw new Error(`serial ${now} after ${before}`);
    if (now === before + 1) published++;
    before = now;
  }
  run(build);
  if (serial() !== before + 1) throw new Error('the last build did not rise the serial by one');
  const leftovers = readdirSync(channel, { recursive: true }).filter((name) =>
    String(name).includes('.unfinished-'),
  );
  if (leftovers.length > 0) throw new Error(`left over: ${leftovers.join(', ')}`);
  console.log(
    `${ROUNDS} builds killed, ${published} of them after they had published; the channel was whole each time.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
