// Two linters, a type generator and a client of the API.
import { join } from 'node:path';
import { ensureNpmFolder, npmFolder } from './npm-folder.mjs';
import { ROOT } from './prepare.mjs';

const NAME = 'openapi-tools';

export const OPENAPI_TOOLS = npmFolder('tools', NAME);

/** @returns why they are unavailable, or null */
export function ensureOpenapiTools() {
  return ensureNpmFolder(join(ROOT, 'test', NAME), OPENAPI_TOOLS, NAME);
}
