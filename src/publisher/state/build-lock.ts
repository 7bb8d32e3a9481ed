import type { Result } from '../../core/result.ts';
import { lockFile, type FileLock } from '../../node/file-lock.ts';
import type { ToldFailure } from '../../node/told-failure.ts';

/** Two builds into one channel would give the same serial to two states. */
export function lockBuild(path: string): Promise<Result<FileLock, ToldFailure<'locked'>>> {
  return lockFile(path, 'Another build is at work on this channel');
}
