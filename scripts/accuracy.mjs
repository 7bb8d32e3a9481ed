// npm run accuracy [-- WORD …]: every figure of docs/accuracy.md, by the commands that stand there; with words, by those
// that have one of them. It takes about two hours.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandsOf } from './commands-of-page.mjs';
import { ensureBuilt } from './build.mjs';
import { ensurePackages, ROOT } from './setup/prepare.mjs';

const words = process.argv.slice(2);
const { runnable, wanting } = commandsOf(readFileSync(resolve(ROOT, 'docs/accuracy.md'), 'utf8'));
const chosen = runnable.filter(
  (line) => words.length === 0 || words.some((word) => line.split(' ').includes(word)),
);
if (chosen.length === 0) {
  process.stderr.write(`Nothing to run in docs/accuracy.md; there are:\n  ${runnable.join('\n  ')}\n`);
  process.exit(1);
}

ensurePackages();
await ensureBuilt('cli');
mkdirSync(resolve(ROOT, 'demo-output'), { recursive: true });

const failed = chosen.filter((line) => {
  process.stdout.write(`\n── ${line}\n`);
  // The shell expands `*.gz`.
  const { status } = spawnSync(line.replace(/^spamlight /, 'node dist/cli/spamlight.mjs '), {
    cwd: ROOT,
    shell: true,
    stdio: 'inherit',
  });
  return status !== 0;
});
process.stdout.write(`\n${chosen.length - failed.length} commands ran, ${failed.length} failed\n`);
for (const line of failed) process.stdout.write(`  failed: ${line}\n`);
for (const line of wanting) process.stdout.write(`  left out, wants files of your own: ${line}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
