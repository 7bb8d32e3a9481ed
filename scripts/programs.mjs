import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { nodeForService } from './setup/node-24.mjs';
import { ensurePackages, ROOT } from './setup/prepare.mjs';

/** Exit code for missing data; failures have 1 and 2. */
export const LACKS_DATA = 77;

/** Programs that need the check service's Node. */
const OF_SERVICE = /^(changes|engine|service)/;

/**
 * @param {string} folder - in test/
 * @param {string} ending - of programs
 * @param {readonly string[]} words - names (default: all) and options
 * @returns 0 if at least one passed and none failed
 */
export function runPrograms(folder, ending, words) {
  ensurePackages();
  const options = words.filter((word) => word.startsWith('-'));
  const names = words.filter((word) => !word.startsWith('-'));
  const files = readdirSync(resolve(ROOT, 'test', folder)).filter((file) => file.endsWith(ending));
  const chosen =
    names.length === 0 ? files : files.filter((file) => names.some((name) => file.startsWith(name)));
  if (chosen.length === 0) {
    process.stderr.write(`Nothing to run in test/${folder}; there are: ${files.join(', ')}\n`);
    return 1;
  }
  const failed = [];
  const lacking = [];
  for (const file of chosen) {
    process.stderr.write(`\n── ${file}\n`);
    // Programs collect garbage before they read memory.
    const done = spawnSync(
      OF_SERVICE.test(file) ? nodeForService() : process.execPath,
      ['--expose-gc', '--import', 'tsx', resolve(ROOT, 'test', folder, file), ...options],
      {
        cwd: ROOT,
        stdio: 'inherit',
      },
    );
    if (done.status === LACKS_DATA) lacking.push(file);
    else if (done.status !== 0) failed.push(file);
  }
  const passed = chosen.length - failed.length - lacking.length;
  const named = (/** @type {readonly string[]} */ files) => (files.length > 0 ? `: ${files.join(', ')}` : '');
  const skipped = lacking.length > 0 ? `, ${lacking.length} skipped${named(lacking)}` : '';
  process.stdout.write(`\n${passed} passed, ${failed.length} failed${named(failed)}${skipped}\n`);
  return failed.length === 0 && passed > 0 ? 0 : 1;
}
