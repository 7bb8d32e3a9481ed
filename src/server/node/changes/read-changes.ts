import { fail, ok, type Result } from '../../../core/result.ts';
import type { ExplainedFailure } from '../explained-failure.ts';
import type { Change } from './change.ts';
import { ChangeStore, storePath } from './change-store.ts';
import { sqliteRefusal } from './node-sqlite.ts';
import { storeFailure, type StoreFailure } from './store-failure.ts';

/** Outlasts the lock of a service that is starting. */
const TIMEOUT_MS = 5000;

/** Changes in force at `now` (Unix seconds), including all that the service acknowledged before this call. */
export function readChangesInForce(
  folder: string,
  now: number,
): Result<readonly Change[], StoreFailure | ExplainedFailure<'node-too-old'>> {
  const refusal = sqliteRefusal(process.versions);
  if (refusal !== null) return fail({ kind: 'node-too-old', message: refusal });
  const path = storePath(folder);
  try {
    const store = ChangeStore.read(path, TIMEOUT_MS);
    try {
      return ok([...store.inForce(now)]);
    } finally {
      store.close();
    }
  } catch (error) {
    const failure = storeFailure(path, error);
    if (failure === null) throw error;
    return fail(failure);
  }
}
