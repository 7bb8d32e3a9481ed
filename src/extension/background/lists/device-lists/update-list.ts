import { ignoreFailure, fail, ok, type Result } from '../../../../core/result.ts';
import { EXPIRED_AFTER_SECONDS } from '../../../../core/verdict/list-age.ts';
import { downloadInPieces } from '../../../platform/download.ts';
import type { ChannelStore } from '../../../platform/storage/channel-store.ts';
import type { DeviceListRecord } from '../../../platform/storage/private-records.ts';
import { runInSteps } from '../../../platform/run-in-steps.ts';
import type { ValueStore } from '../../../platform/storage/value-store.ts';
import type { UpdateResult, UpdateOptions } from '../update-channel.ts';
import { type FailedStep, fromDownload, fromReading, fromStorage } from '../update-failure.ts';
import { CanaryKeys } from './canary-keys.ts';
import { compileList } from './compile-list.ts';
import type { VerdictPriority } from './verdict-priority.ts';
import { ListIntake } from './list-intake.ts';
import { LIST_REFRESH_SECONDS, MAX_LIST_BYTES } from './list-limits.ts';
import { makeListRecord } from './list-record.ts';
import { Pace, runUnlessStopped } from './pace.ts';

/**
 * Stores the list last, in one write. Makes no conditional request: a validator (ETag) chosen by the server would act
 * as a cookie.
 *
 * @param signal - the reader removed the list
 */
export async function updateList(
  id: string,
  { channelStore, values }: { readonly channelStore: ChannelStore; readonly values: ValueStore },
  { store, secret, now, patience, repair, onProgress, checkpoint }: UpdateOptions,
  verdictPriority: VerdictPriority,
  signal: AbortSignal,
): Promise<Result<UpdateResult, FailedStep>> {
  const [lists, listKey, read] = await Promise.all([
    channelStore.deviceLists(),
    values.listKey(crypto.getRandomValues(new Uint8Array(8))),
    store.snapshot(id),
  ]);
  if (!lists.ok) return fail(fromReading(lists.failure));
  if (!listKey.ok) return fail(fromReading(listKey.failure));
  if (!read.ok) return fail(fromReading(read.failure));
  const list = lists.value.find((each) => each.id === id);
  const stored = read.value ?? null;
  const serial = stored?.serial ?? 0;
  if (list === undefined || (list.url === null && !repair)) return ok(updated('unchanged', serial));
  // Read from a file by an older version, which cannot be fetched again: the list is lost.
  if (list.url === null) return fail({ kind: 'storage-failed', detail: '' });

  const canaries = await runInSteps(CanaryKeys.make(listKey.value));
  const intake = new ListIntake(listKey.value, canaries, new Pace(verdictPriority));
  let totalBytes = 0;
  let receivedBytes = 0;
  const fetched = await downloadInPieces(
    list.url,
    { maxBytes: MAX_LIST_BYTES, patience, signal, onLength: (bytes) => (totalBytes = bytes) },
    async (piece) => {
      receivedBytes += piece.length;
      onProgress({ kind: 'updating', step: 'download', receivedBytes, totalBytes });
      return intake.pushBytes(piece);
    },
  );
  if (!fetched.ok) return fail(fromDownload(fetched.failure, new URL(list.url).pathname));
  if (signal.aborted) return ok(updated('unchanged', serial));
  const entries = await intake.finish();
  if (!entries.ok) return entries;

  onProgress({ kind: 'updating', step: 'build', receivedBytes: 0, totalBytes: 0 });
  const time = now();
  const compiled = await runUnlessStopped(
    compileList(entries.value, {
      category: list.category,
      key: listKey.value,
      secret,
      addedAt: list.addedAt,
      now: time,
      serial: serial + 1,
    }),
    new Pace(verdictPriority),
    signal,
  );
  if (compiled === null) return ok(updated('unchanged', serial));
  const counts = {
    ...entries.value.counts,
    entries: compiled.sections.reduce((sum, section) => sum + section.entries, 0),
    format: entries.value.format,
  };
  const next = await makeListRecord(list, compiled, counts, { serial: serial + 1, now: time, secret });
  await checkpoint('before-put');
  const activated = await store.activate(
    stored !== null && stored.digest === next.digest && !repair
      ? {
          ...stored,
          serial: serial + 1,
          publishedAt: time,
          receivedAt: time,
          expiresAt: time + EXPIRED_AFTER_SECONDS,
          sources: next.sources,
          listCounts: counts,
        }
      : next,
    'newer',
  );
  if (!activated.ok) return fail(fromStorage(activated.failure));
  await removeIfUnsubscribed(list, channelStore, store);
  return ok(updated('activated', serial + 1));
}

function updated(kind: UpdateResult['kind'], serial: number): UpdateResult {
  return { kind, serial, refreshAfter: LIST_REFRESH_SECONDS };
}

/** The reader may have removed the list meanwhile. Lists set aside stay restorable. */
async function removeIfUnsubscribed(
  { id }: DeviceListRecord,
  channelStore: ChannelStore,
  store: UpdateOptions['store'],
): Promise<void> {
  const isKept = await channelStore.hasDeviceList(id);
  // The next run repeats a failed removal.
  if (isKept.ok && !isKept.value) ignoreFailure(await store.remove(id));
}
