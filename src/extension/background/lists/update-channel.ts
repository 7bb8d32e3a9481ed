import { opaqueBytes } from '../../../core/snapshot/opaque-sections.ts';
import { compileForDevice } from '../../../core/filter/compile-for-device.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { type ChannelIndex, INDEX_PATH, MAX_INDEX_BYTES } from '../../../core/snapshot/channel-index.ts';
import { type VerifiedIndex, verifyIndex } from '../../../core/snapshot/verify-index.ts';
import { download } from '../../platform/download.ts';
import { runInSteps } from '../../platform/run-in-steps.ts';
import type { Accept, SnapshotStore, StoredSnapshot } from '../../platform/storage/snapshot-store.ts';
import { flaggedCanary } from './canaries.ts';
import type { Channel } from '../realm/channel.ts';
import { type Reached, type ReachOptions, StateReacher } from './reach-state.ts';
import { type FailedStep, fromDownload, fromReading, fromStorage, fromVerify } from './update-failure.ts';

/** Timeout for the whole index, in milliseconds: a slow server must not stretch 8 kB to minutes. */
const INDEX_TOTAL_MS = 60_000;

export interface UpdateOptions extends ReachOptions {
  readonly store: SnapshotStore;
  /** Of this installation, 16 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** Unix time, seconds. */
  readonly now: () => number;
  /** The stored record is damaged: the same serial may be downloaded again. */
  readonly repair: boolean;
}

export interface Updated {
  readonly kind: 'activated' | 'unchanged';
  readonly serial: number;
  /** Seconds; what the index asks for. */
  readonly refreshAfter: number;
}

/**
 * Updates one channel: verify first, decode second, store third, use fourth. The old snapshot is not touched before the
 * one `put` at the end, so that the realm may be killed at any line.
 */
export async function updateChannel(
  channel: Channel,
  options: UpdateOptions,
): Promise<Result<Updated, FailedStep>> {
  return new ChannelUpdate(channel, options).run();
}

class ChannelUpdate {
  readonly #channel: Channel;
  readonly #options: UpdateOptions;

  constructor(channel: Channel, options: UpdateOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  async run(): Promise<Result<Updated, FailedStep>> {
    const { store, repair, checkpoint } = this.#options;
    await checkpoint('started');
    const [journal, read] = await Promise.all([
      store.journal(this.#channel.id),
      store.snapshot(this.#channel.id),
    ]);
    if (!journal.ok) return fail(fromReading(journal.failure));
    if (!read.ok) return fail(fromReading(read.failure));
    const stored = read.value ?? null;
    await checkpoint('journal-read');

    const keyListFloor = Math.max(journal.value.keyListNumber, stored?.keyListNumber ?? 0);
    const verified = await this.#fetchIndex(stored?.name ?? null, keyListFloor);
    if (!verified.ok) return verified;
    const { index, keyList } = verified.value;
    if (keyList.number > journal.value.keyListNumber) {
      // Stored even if this update fails: from now on a revoked key is refused.
      const kept = await store.writeJournal(this.#channel.id, { keyListNumber: keyList.number });
      if (!kept.ok) return fail(fromStorage(kept.failure));
      await checkpoint('keys-remembered');
    }

    if (stored !== null && this.#channel.origin === 'packaged') {
      // The packaged list is right by definition; it changes only with the package.
      if (index.digest === stored.digest && !repair) return ok(done('unchanged', index));
    } else if (stored !== null && keyList.number === stored.keyListNumber) {
      if (index.serial < stored.serial) return fail({ kind: 'older-list', detail: String(index.serial) });
      if (index.serial === stored.serial && !repair) return this.#confirm(stored, index);
    }
    if (stored !== null && index.digest === stored.digest && !repair) {
      // Only the date has changed: the layers stay.
      return this.#activate({ ...stored, ...this.#factsOf(verified.value) }, 'newer', index);
    }
    const reached = await new StateReacher(this.#channel, index, this.#options).reach(repair ? null : stored);
    if (!reached.ok) return reached;
    return this.#build(reached.value, verified.value);
  }

  async #fetchIndex(
    storedName: string | null,
    minKeyListNumber: number,
  ): Promise<Result<VerifiedIndex, FailedStep>> {
    const { now, patience, onProgress, checkpoint } = this.#options;
    const { url, rootKeys, pinnedName, origin } = this.#channel;
    onProgress({ kind: 'updating', step: 'index', receivedBytes: 0, totalBytes: 0 });
    const fetched = await download(url + INDEX_PATH, {
      maxBytes: MAX_INDEX_BYTES,
      patience: { ...patience, totalMs: Math.min(patience.totalMs, INDEX_TOTAL_MS) },
    });
    if (!fetched.ok) return fail(fromDownload(fetched.failure, INDEX_PATH));
    await checkpoint('index-received');
    // A byte order mark is kept, so that the index is refused.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(fetched.value);
    const pinned = { rootKeys, channel: pinnedName ?? storedName, minKeyListNumber };
    // The package vouches for the keys inside it: they do not run out while it is installed.
    const verified = await verifyIndex(text, pinned, origin === 'packaged' ? 0 : now());
    await checkpoint('index-verified');
    return verified.ok ? verified : fail(fromVerify(verified.failure));
  }

  async #build({ snapshot, state }: Reached, verified: VerifiedIndex): Promise<Result<Updated, FailedStep>> {
    const { secret, repair, checkpoint } = this.#options;
    this.#options.onProgress({ kind: 'updating', step: 'build', receivedBytes: 0, totalBytes: 0 });
    const canary = await runInSteps(flaggedCanary(snapshot));
    await checkpoint('canaries-asked');
    if (canary !== null) return fail({ kind: 'flags-known-site', detail: canary });
    const device = await runInSteps(compileForDevice(snapshot, secret));
    await checkpoint('filter-built');
    const tables = opaqueBytes(snapshot.opaque, 'tables/1');
    const wordModel = opaqueBytes(snapshot.opaque, 'model/1');
    const next: StoredSnapshot = {
      channel: this.#channel.id,
      ...this.#factsOf(verified),
      // Copies, because decoded parts are views of the whole download.
      ...(tables === null ? {} : { tables: tables.slice() }),
      ...(wordModel === null ? {} : { wordModel: wordModel.slice() }),
      state: new Blob([state]),
      header: device.header,
      secret,
      residentFilter: new Blob([device.residentFilter]),
      verificationTable: new Blob([device.verificationTable]),
    };
    return this.#activate(next, repair ? 'same-or-newer' : 'newer', verified.index);
  }

  /**
   * The server sent the index that is in use. If it was received while the clock was behind, the list counts as older
   * than it is; now that its date is not in the future any more, that date is used.
   */
  async #confirm(stored: StoredSnapshot, index: ChannelIndex): Promise<Result<Updated, FailedStep>> {
    const now = this.#options.now();
    const cameTooEarly = stored.receivedAt < stored.publishedAt && stored.publishedAt <= now;
    if (!cameTooEarly) return ok(done('unchanged', index));
    return this.#activate({ ...stored, receivedAt: now }, 'same-or-newer', index);
  }

  #factsOf(verified: VerifiedIndex): Facts {
    return factsOf(verified, this.#channel.origin, this.#options.now());
  }

  async #activate(
    next: StoredSnapshot,
    accept: Accept,
    index: ChannelIndex,
  ): Promise<Result<Updated, FailedStep>> {
    const { store, checkpoint } = this.#options;
    await checkpoint('before-put');
    const isPackaged = this.#channel.origin === 'packaged';
    const activated = await store.activate(next, isPackaged ? 'any' : accept);
    if (!activated.ok) return fail(fromStorage(activated.failure));
    await checkpoint('after-put');
    return ok(done(activated.value === 'activated' ? 'activated' : 'unchanged', index));
  }
}

function done(kind: Updated['kind'], { serial, refreshAfter }: ChannelIndex): Updated {
  return { kind, serial, refreshAfter };
}

type Facts = Pick<
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

/** The packaged list counts as received when it was published, and its keys do not expire. */
function factsOf({ index, keyList }: VerifiedIndex, origin: Channel['origin'], now: number): Facts {
  const isPackaged = origin === 'packaged';
  return {
    name: index.channel,
    serial: index.serial,
    publishedAt: index.publishedAt,
    receivedAt: isPackaged ? index.publishedAt : now,
    expiresAt: isPackaged ? index.expiresAt : Math.min(index.expiresAt, keyList.expiresAt),
    keyListNumber: keyList.number,
    ...(isPackaged ? {} : { rootKeys: [keyList.rootKey] }),
    digest: index.digest,
    sections: index.sections.map(({ kind, category, action, group, entries }) => ({
      kind,
      category,
      action,
      group,
      entries,
    })),
    sources: index.sources.map(({ name, licence, entries, fetchedAt, contact }) => ({
      name,
      licence,
      entries,
      fetchedAt,
      contact: contact ?? null,
    })),
  };
}
