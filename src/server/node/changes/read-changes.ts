import { fail, ok, type Result } from '../../../core/result.ts';
import { systemErrorCode, systemMessage, type ToldFailure } from '../told-failure.ts';
import { firstMissing, listChangeFiles, logPath } from './change-files.ts';
import { ChangeReader, DamagedLog, endOfWhole } from './change-reader.ts';
import { Overlay } from './overlay.ts';

/** A service that starts puts a state in place of its logs; hardly twice while somebody reads them. */
const TRIES = 3;

/**
 * What a change log comes to at this moment. A service may be writing to it meanwhile: every change that it has
 * acknowledged before is in, and of those that it is just writing, some.
 */
export async function readChanges(
  folder: string,
): Promise<Result<Overlay, ToldFailure<'changes-unreadable' | 'changes-damaged'>>> {
  for (let tries = 1; ; tries++) {
    try {
      const overlay = await readOnce(folder);
      if (overlay !== null) return ok(overlay);
      return fail({ kind: 'changes-unreadable', message: `${folder} holds no change log.` });
    } catch (error) {
      if (error instanceof DamagedLog) {
        return fail({
          kind: 'changes-damaged',
          message: `${error.message}, and not only at its end: acknowledged changes may be lost.`,
        });
      }
      const message = systemMessage(error);
      if (message === null) throw error;
      if (systemErrorCode(error) === 'ENOENT' && tries < TRIES) continue;
      return fail({ kind: 'changes-unreadable', message: `${folder} cannot be read: ${message}.` });
    }
  }
}

/** @returns null if no service has ever kept changes there */
async function readOnce(folder: string): Promise<Overlay | null> {
  const { state, logs } = await listChangeFiles(folder);
  const missing = firstMissing(folder, { state, logs });
  if (missing !== null) throw new DamagedLog(missing, 0);
  const last = logs.at(-1);
  if (last === undefined && state === 0) return null;
  const overlay = new Overlay();
  const file = last ?? state;
  const end =
    last === undefined ? { file, offset: 0 } : { file, offset: await endOfWhole(logPath(folder, last)) };
  await new ChangeReader(folder).readTo(end, (change) => {
    overlay.apply(change);
  });
  return overlay;
}
