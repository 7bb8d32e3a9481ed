import { dirname } from 'node:path';
import { fail, type Result } from '../../../core/result.ts';
import { lockFile, type FileLock } from '../../node/file-lock.ts';
import { systemErrorCode, systemMessage, type ToldFailure } from '../../node/told-failure.ts';

/**
 * Two builds into one channel would give the same serial to two states.
 *
 * @param path - of the lock, which lies beside the folder that it guards
 * @returns a failure if another build holds it (`locked`), or if it cannot be made there (`no-lock`)
 */
export async function lockBuild(path: string): Promise<Result<FileLock, ToldFailure<'locked' | 'no-lock'>>> {
  try {
    return await lockFile(path, 'Another build is at work on this channel');
  } catch (error) {
    const message = systemMessage(error);
    if (message === null) throw error;
    const folder = dirname(path);
    const advice = ['ENOSPC', 'EDQUOT'].includes(systemErrorCode(error) ?? '')
      ? `Make room in ${folder}.`
      : `Take care that this account may write to ${folder} (systemd: ReadWritePaths), or name a folder (--out, --state) in one that it may write to.`;
    // By its path alone nobody would know what it is: all that was named to the command is the folder beside it.
    return fail({
      kind: 'no-lock',
      message: `The lock ${path} cannot be made: ${message}. It lies beside the folder that it guards, so that no two builds change that at once. Nothing was changed. ${advice}`,
    });
  }
}
