import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../../core/result.ts';
import { ChangeStore, changesIn, storePath, type StoreState } from '../../node/changes/change-store.ts';
import { sqliteRefusal } from '../../node/changes/node-sqlite.ts';
import { storeFailure } from '../../node/changes/store-failure.ts';
import type { ExplainedFailure } from '../../node/explained-failure.ts';
import { syncFolder, UNFINISHED_PREFIX } from '../../node/write-file.ts';

const TIMEOUT_MS = 5000;

/** Copies the changes of a running service. `out` is complete or absent. */
export async function backUpChanges(
  data: string,
  out: string,
): Promise<Result<StoreState, ExplainedFailure>> {
  const refusal = sqliteRefusal(process.versions);
  if (refusal !== null) return fail({ kind: 'node-too-old', message: refusal });
  const isThere = await stat(out).then(
    () => true,
    () => false,
  );
  if (isThere) return fail({ kind: 'exists', message: `${out} exists already: name another file.` });
  const path = storePath(changesIn(data));
  const aside = join(dirname(resolve(out)), `${UNFINISHED_PREFIX}${basename(out)}`);
  try {
    await rm(aside, { force: true });
    copy(path, aside);
    const state = stateOf(aside);
    const file = await open(aside, 'r');
    await file.chmod(0o600);
    await file.sync();
    await file.close();
    await rename(aside, out);
    await syncFolder(dirname(resolve(out)));
    return ok(state);
  } catch (error) {
    await rm(aside, { force: true });
    const failure = storeFailure(path, error);
    if (failure === null) throw error;
    return fail(failure);
  }
}

function copy(path: string, to: string): void {
  const store = ChangeStore.read(path, TIMEOUT_MS);
  try {
    store.copyTo(to);
  } finally {
    store.close();
  }
}

/** Reads the backup back to verify it. */
function stateOf(path: string): StoreState {
  // Safe, since no other process has this file open.
  const store = ChangeStore.readUnchanging(path);
  try {
    let position = 0;
    for (let slice = store.since(0, 1000); slice.length > 0; slice = store.since(position, 1000))
      position = slice.at(-1)?.position ?? position;
    return store.state();
  } finally {
    store.close();
  }
}
