// Runs every program of one folder, one after the other: benchmarks or soaks.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages, ROOT } from './prepare.mjs';

/**
 * @param {string} folder - below test/
 * @param {string} ending - of the files that are programs
 * @param {readonly string[]} words - names to run (all when none are given) and options handed on to each
 * @returns {number} exit code: 0 if every one of them ended well and there was at least one
 */
export function runPrograms(folder, ending, words) {
  ensurePackages();
  const options = words.filter((word) => word.startsWith('-'));
  const names = words.filter((word) => !word.startsWith('-'));
  const files = readdirSync(join(ROOT, 'test', folder)).filter((file) => file.endsWith(ending));
  const chosen =
    names.length === 0 ? files : files.filter((file) => names.some((name) => file.startsWith(name)));
  if (chosen.length === 0) {
    process.stderr.write(`Nothing to run in test/${folder}; there are: ${files.join(', ')}\n`);
    return 1;
  }
  const failed = [];
  for (const file of chosen) {
    process.stderr.write(`\n── ${file}\n`);
    // The collector is asked for by hand before memory is read.
    const done = spawnSync(
      process.execPath,
      ['--expose-gc', '--import', 'tsx', join('test', folder, file), ...options],
      {
        cwd: ROOT,
        stdio: 'inherit',
      },
    );
    if (done.status !== 0) failed.push(file);
  }
  process.stdout.write(
    `\n${chosen.length - failed.length} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}\n`,
  );
  return failed.length === 0 ? 0 : 1;
}
