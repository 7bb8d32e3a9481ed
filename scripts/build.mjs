// npm run build [-- chrome firefox cli]: leaves dist/chrome, dist/firefox and dist/cli/spamlight.mjs.
// npm run dev: the same, again at every change, until Ctrl-C.
import { join } from 'node:path';
import { keep } from './kept.mjs';
import { ensurePackages, ROOT } from './prepare.mjs';

const TARGETS = ['cli', 'chrome', 'firefox'];

/**
 * @param {string} target - chrome, firefox or cli
 * @param {Record<string, string>} [settings] - build settings and SPAMLIGHT_OUT, see vite.config.ts
 * @returns {Promise<void>}
 */
export async function build(target, settings = {}, extra = /** @type {string[]} */ ([])) {
  const vite = keep(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...extra],
    { cwd: ROOT, env: { ...process.env, ...settings, SPAMLIGHT_TARGET: target }, stdout: 2, stderr: 2 },
  );
  const code = await vite.exited;
  if (code !== 0) throw new Error(`building ${target} failed (${code})`);
}

if (process.argv[1] === import.meta.filename) {
  ensurePackages();
  const words = process.argv.slice(2);
  const watch = words.includes('--watch');
  const named = words.filter((word) => TARGETS.includes(word));
  const targets = named.length > 0 ? named : TARGETS;
  if (watch) {
    await Promise.all(targets.map((target) => build(target, {}, ['--watch', '--logLevel', 'info'])));
  } else {
    for (const target of targets) await build(target);
  }
}
