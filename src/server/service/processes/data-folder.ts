import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../core/result.ts';
import { lockFile, type FileLock } from '../../node/file-lock.ts';
import { diskTrouble, type ToldFailure } from '../../node/told-failure.ts';
import { changesIn } from '../../node/changes/change-store.ts';
import { ChangeWriter } from '../changes/change-writer.ts';

/** What may be written to while the folder is this service's own. */
export interface HeldData {
  /** Null: changes are not kept. */
  readonly changes: ChangeWriter | null;
  readonly release: () => Promise<void>;
}

/**
 * Takes a folder of data for this service alone, and opens the changes in it.
 *
 * @param onImport - hears how many lines an old log had that was taken in
 * @returns `disk-trouble` or `changes-locked` where it may be had later: what lies there may still be read; every other
 *   failure is for good
 */
export async function holdData(
  folder: string,
  keepsChanges: boolean,
  onImport: (lines: number) => void,
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
  if (!keepsChanges) return ok({ changes: null, release });
  const opened = await ChangeWriter.open(changesIn(folder), onImport).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  if (opened.ok) return ok({ changes: opened.value, release });
  await release();
  return opened;
}

/** Whether a folder of data may be had later. */
export function mayPass({ kind }: ToldFailure): boolean {
  return kind === 'disk-trouble' || kind === 'changes-locked';
}
