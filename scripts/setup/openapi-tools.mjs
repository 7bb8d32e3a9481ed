// What reads the description of the check service's API as others do: two linters, a generator of types, a client.
import { join } from 'node:path';
import { ensureNpmFolder, npmFolder } from './npm-folder.mjs';
import { ROOT } from './prepare.mjs';

const NAME = 'openapi-tools';

export const OPENAPI_TOOLS = npmFolder('tools', NAME);

/** @returns {string | null} why they cannot be had here; null if they are there */
export function ensureOpenapiTools() {
  return ensureNpmFolder(join(ROOT, 'test', NAME), OPENAPI_TOOLS, NAME);
}
