import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../core/result.ts';
import { lockFile, type FileLock } from '../../node/file-lock.ts';
import { diskTrouble, type ToldFailure } from '../../node/told-failure.ts';
import { ChangeLog, type OnSynced } from '../changes/change-log.ts';

/** What may be written to while the folder is this service's own. */
export interface HeldData {
  /** Null: changes are not kept. */
  readonly log: ChangeLog | null;
  readonly release: () => Promise<void>;
}

/**
 * Takes a folder of data for this service alone, and opens the log of changes in it.
 *
 * @returns `disk-trouble` where it may be had later: the disk is full, read-only or broken, and what lies on it can still
 *   be read; every other failure is for good
 */
export async function holdData(
  folder: string,
  keepsChanges: boolean,
  now: number,
  onSynced: OnSynced,
): Promise<Result<HeldData, ToldFailure>> {
  let lock: Result<FileLock, ToldFailure>;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    lock = await lockFile(join(folder, 'lock'), 'Another service is at work on this folder');
  } catch (error) {
    const trouble = diskTrouble(folder, error);
    if (trouble === null) throw error;
    return fail(trouble);
  }
  if (!lock.ok) return lock;
  const held = lock.value;
  const release = (): Promise<void> => held.release();
  if (!keepsChanges) return ok({ log: null, release });
  const opened = await ChangeLog.open(changesIn(folder), now, onSynced).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  if (opened.ok) return ok({ log: opened.value, release });
  await release();
  return opened;
}

/** Where the log lies. @param folder - of all data */
export function changesIn(folder: string): string {
  return join(folder, 'changes');
}
