import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../core/result.ts';
import { lockFile, type FileLock } from '../../node/file-lock.ts';
import { diskFailure, type ExplainedFailure } from '../../node/explained-failure.ts';
import { changesIn } from '../../node/changes/change-store.ts';
import { ChangeWriter } from '../changes/change-writer.ts';

export interface LockedDataFolder {
  /** Null: changes are not stored. */
  readonly changes: ChangeWriter | null;
  readonly release: () => Promise<void>;
}

/** @returns `disk-trouble` or `changes-locked` if a retry may succeed; meanwhile the data may be readable */
export async function lockDataFolder(
  folder: string,
  keepsChanges: boolean,
): Promise<Result<LockedDataFolder, ExplainedFailure>> {
  let lock: Result<FileLock, ExplainedFailure>;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    lock = await lockFile(join(folder, 'lock'), 'Another service is at work on this folder');
  } catch (error) {
    const trouble = diskFailure(folder, error);
    if (trouble === null) throw error;
    return fail(trouble);
  }
  if (!lock.ok) return lock;
  const held = lock.value;
  const release = (): Promise<void> => held.release();
  if (!keepsChanges) return ok({ changes: null, release });
  const opened = await ChangeWriter.open(changesIn(folder)).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  if (opened.ok) return ok({ changes: opened.value, release });
  await release();
  return opened;
}

export function isTemporary({ kind }: ExplainedFailure): boolean {
  return kind === 'disk-trouble' || kind === 'changes-locked';
}
