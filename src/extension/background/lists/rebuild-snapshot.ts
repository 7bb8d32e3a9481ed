import { compileForDevice } from '../../../core/filter/compile-for-device.ts';
import { ok, type Result } from '../../../core/result.ts';
import { decodeSnapshotInSteps } from '../../../core/snapshot/decode-snapshot.ts';
import { stateDigestOfBytes } from '../../../core/snapshot/state-digest.ts';
import type { StorageFailure } from '../../platform/storage/database.ts';
import { runInSteps } from '../../platform/run-in-steps.ts';
import type { SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import { readBlob } from './loaded-snapshots.ts';

/** With fewer, `stateDigestOfBytes` would throw. */
const MIN_STATE_BYTES = 16;

/**
 * Rebuilds the filters without network: after an extension update that changed their layout, or if one is unreadable.
 *
 * @returns `'lost'` if the state is unreadable or altered
 */
export async function rebuildSnapshot(
  store: SnapshotStore,
  channel: string,
  secret: Uint8Array<ArrayBuffer>,
): Promise<Result<'rebuilt' | 'lost', StorageFailure>> {
  const read = await store.snapshot(channel);
  if (!read.ok) return read;
  if (read.value === undefined) return ok('lost');
  const stored = read.value;
  const state = await readBlob(stored.state);
  if (state === null || state.length < MIN_STATE_BYTES || (await stateDigestOfBytes(state)) !== stored.digest)
    return ok('lost');
  const decoded = await runInSteps(decodeSnapshotInSteps(state));
  if (!decoded.ok) return ok('lost');
  const device = await runInSteps(compileForDevice(decoded.value, secret));
  const activated = await store.activate(
    {
      ...stored,
      header: device.header,
      secret,
      residentFilter: new Blob([device.residentFilter]),
      verificationTable: new Blob([device.verificationTable]),
    },
    'same-or-newer',
  );
  return activated.ok ? ok(activated.value === 'activated' ? 'rebuilt' : 'lost') : activated;
}
