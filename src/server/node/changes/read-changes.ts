import { fail, ok, type Result } from '../../../core/result.ts';
import type { ToldFailure } from '../told-failure.ts';
import type { Change } from './change.ts';
import { ChangeStore, storePath } from './change-store.ts';
import { sqliteRefusal } from './node-sqlite.ts';
import { storeFailure, type StoreFailure } from './store-failure.ts';

/** How long a service that is just starting is waited for. Milliseconds. */
const TIMEOUT_MS = 5000;

/**
 * The changes of a check service that decide at this moment, one an entry. The service may be taking in others meanwhile:
 * every change that it has acknowledged before is in.
 *
 * @param folder - of the changes
 * @param now - Unix time, seconds
 */
export function readDecisive(
  folder: string,
  now: number,
): Result<readonly Change[], StoreFailure | ToldFailure<'node-too-old'>> {
  const refusal = sqliteRefusal(process.versions);
  if (refusal !== null) return fail({ kind: 'node-too-old', message: refusal });
  const path = storePath(folder);
  try {
    const store = ChangeStore.read(path, TIMEOUT_MS);
    try {
      return ok([...store.decisive(now)]);
    } finally {
      store.close();
    }
  } catch (error) {
    const failure = storeFailure(path, error);
    if (failure === null) throw error;
    return fail(failure);
  }
}
