import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, basename } from 'node:path';

/** Marks files of an interrupted write, which the next build removes. */
export const UNFINISHED_PREFIX = '.unfinished-';

/** Readers see the old bytes or the new ones, whole, even after a power cut. */
export async function writeFileWhole(
  path: string,
  content: Uint8Array | string | AsyncIterable<string>,
): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const aside = join(folder, `${UNFINISHED_PREFIX}${basename(path)}-${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(aside, 'wx', 0o644);
    try {
      const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
      // `writeFile` on a handle continues at the current position.
      for await (const part of parts) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Makes renames survive a power cut. Windows cannot open folders, and needs no sync. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
