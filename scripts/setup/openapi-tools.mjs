// Two linters, a type generator and a client of the API. They have a lockfile of their own and no install scripts: 201
// packages, 120 MB, and TypeScript 5 beside ours.
import { join } from 'node:path';
import { ensureNpmFolder, npmFolder } from './npm-folder.mjs';
import { ROOT } from './prepare.mjs';

const NAME = 'openapi-tools';

export const OPENAPI_TOOLS = npmFolder('tools', NAME);

/** @returns why they are unavailable, or null */
export function ensureOpenapiTools() {
  return ensureNpmFolder(join(ROOT, 'test', NAME), OPENAPI_TOOLS, NAME);
}
