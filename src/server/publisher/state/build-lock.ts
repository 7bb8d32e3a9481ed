import { dirname } from 'node:path';
import { fail, type Result } from '../../../core/result.ts';
import { lockFile, type FileLock } from '../../node/file-lock.ts';
import { systemErrorCode, expectedMessage, type ExplainedFailure } from '../../node/explained-failure.ts';

/** Keeps out a second build: two would publish different snapshots under one serial. */
export async function lockBuild(
  path: string,
): Promise<Result<FileLock, ExplainedFailure<'locked' | 'no-lock'>>> {
  try {
    return await lockFile(path, 'Another build is at work on this channel');
  } catch (error) {
    const message = expectedMessage(error);
    const folder = dirname(path);
    const advice = ['ENOSPC', 'EDQUOT'].includes(systemErrorCode(error) ?? '')
      ? `Make room in ${folder}.`
      : `Take care that this account may write to ${folder} (systemd: ReadWritePaths), or name a folder (--out, --state) in one that it may write to.`;
    return fail({
      kind: 'no-lock',
      message: `The lock ${path} cannot be made: ${message}. It lies beside the folder that it guards, so that no two builds change that at once. Nothing was changed. ${advice}`,
    });
  }
}
