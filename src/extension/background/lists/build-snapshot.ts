import { compileForDevice } from '../../../core/filter/compile-for-device.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { opaqueBytes } from '../../../core/snapshot/opaque-sections.ts';
import { runInSteps } from '../../platform/run-in-steps.ts';
import type { StoredSnapshot } from '../../platform/storage/snapshot-store.ts';
import { flaggedCanary } from './canaries.ts';
import type { Reached, ReachOptions } from './reach-state.ts';
import type { FailedStep } from './update-failure.ts';

export type SnapshotFacts = Pick<
  StoredSnapshot,
  | 'name'
  | 'serial'
  | 'publishedAt'
  | 'receivedAt'
  | 'expiresAt'
  | 'keyListNumber'
  | 'rootKeys'
  | 'digest'
  | 'sections'
  | 'sources'
>;

export interface BuildOptions extends ReachOptions {
  /** 16 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
}

/** Fails if the snapshot flags a canary, which no honest list flags. */
export async function buildSnapshot(
  { snapshot, state }: Reached,
  facts: SnapshotFacts & Pick<StoredSnapshot, 'channel'>,
  { secret, onProgress, checkpoint }: BuildOptions,
): Promise<Result<StoredSnapshot, FailedStep>> {
  onProgress({ kind: 'updating', step: 'build', receivedBytes: 0, totalBytes: 0 });
  const canary = await runInSteps(flaggedCanary(snapshot));
  await checkpoint('canaries-asked');
  if (canary !== null) return fail({ kind: 'flags-known-site', detail: canary });
  const device = await runInSteps(compileForDevice(snapshot, secret));
  await checkpoint('filter-built');
  const tables = opaqueBytes(snapshot.opaque, 'tables/1');
  const wordModel = opaqueBytes(snapshot.opaque, 'model/1');
  return ok({
    ...facts,
    // Copies: decoded parts are views of the whole download.
    ...(tables === null ? {} : { tables: tables.slice() }),
    ...(wordModel === null ? {} : { wordModel: wordModel.slice() }),
    state: new Blob([state]),
    header: device.header,
    secret,
    residentFilter: new Blob([device.residentFilter]),
    verificationTable: new Blob([device.verificationTable]),
  });
}
