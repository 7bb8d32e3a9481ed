import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { systemErrorCode } from '../../node/explained-failure.ts';

const SERVED_NAMES = /^(?:public|public_html|www|htdocs|html|wwwroot|site|static|dist|_site)$/i;

export async function keyPlaceWarning(path: string): Promise<string | null> {
  if (path === '-') return null;
  const readers = await modeOf(path);
  if (readers !== null && (readers & 0o077) !== 0 && process.platform !== 'win32') {
    return `${path} can be read by others on this machine, and who reads it can sign: "chmod 600 ${path}".`;
  }
  const served = await servedFolderOf(resolve(path));
  if (served === null) return null;
  return `${path} lies in ${served}, which looks like a folder that is served: who fetches it can sign. Move it elsewhere.`;
}

async function servedFolderOf(path: string): Promise<string | null> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const name = folder.split(/[/\\]/).at(-1) ?? '';
    if (SERVED_NAMES.test(name) || (await modeOf(join(folder, 'latest.jws'))) !== null) return folder;
    if (dirname(folder) === folder) return null;
  }
}

async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode;
  } catch (error) {
    if (systemErrorCode(error) === null) throw error;
    return null;
  }
}
