import { fail, ignoreFailure, ok, type Result } from '../../../core/result.ts';
import { type ChannelIndex, INDEX_PATH, MAX_INDEX_BYTES } from '../../../core/snapshot/channel-index.ts';
import { type VerifiedIndex, verifyIndex } from '../../../core/snapshot/verify-index.ts';
import { download } from '../../platform/download.ts';
import type { Accept, SnapshotStore, StoredSnapshot } from '../../platform/storage/snapshot-store.ts';
import { buildSnapshot, type SnapshotFacts } from './build-snapshot.ts';
import { hostsInOrder, keptKeyList, mirrorsOf } from './channel-hosts.ts';
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
  /** There is a head beside the index. */
  readonly hasHead?: true;
}

/**
 * Updates one channel: verify first, decode second, store third, use fourth. The old snapshot is not touched before the
 * one `put` at the end, so that the realm may be killed at any line.
 *
 * Its addresses are asked in turn until one gives a list that is newer, or current. All files of a try are of one
 * address, and each is held to the digest that the index of that try names.
 */
export async function updateChannel(
  channel: Channel,
  options: UpdateOptions,
): Promise<Result<Updated, FailedStep>> {
  const { store, secret, checkpoint } = options;
  await checkpoint('started');
  const [journal, read] = await Promise.all([store.journal(channel.id), store.snapshot(channel.id)]);
  if (!journal.ok) return fail(fromReading(journal.failure));
  if (!read.ok) return fail(fromReading(read.failure));
  const stored = read.value ?? null;
  const keyList = await keptKeyList(channel, journal.value, stored?.name ?? null, options.now());
  const goodUrl = journal.value.goodUrl ?? null;
  const hosts = hostsInOrder(channel.url, mirrorsOf(channel, keyList), goodUrl, secret);
  await checkpoint('journal-read');

  let failed: Result<Updated, FailedStep> | null = null;
  let current: { readonly url: string; readonly updated: Updated } | null = null;
  let seenKeyList = journal.value.keyListNumber;
  for (const url of hosts) {
    const update = new ChannelUpdate({ ...channel, url }, options);
    const done = await update.run(stored, seenKeyList, journal.value.keyList);
    seenKeyList = update.seenKeyList;
    if (!done.ok) {
      if (isSameEverywhere(done.failure)) return done;
      failed ??= done;
      continue;
    }
    if (current === null || done.value.kind === 'activated') current = { url, updated: done.value };
    // A host that stands still would keep its readers at an old list: look whether another one has moved on.
    if (done.value.kind === 'activated' || !isBehind(stored, done.value, options.now())) break;
  }
  if (current === null) return failed ?? fail({ kind: 'internal', detail: 'no address' });
  if (hosts.length > 1 && current.url !== goodUrl) {
    // If it cannot be stored, the next update asks in the same order again.
    ignoreFailure(await store.writeJournal(channel.id, { goodUrl: current.url }));
  }
  return ok(current.updated);
}

/** A list that has not changed for so long may be one that its host has not been given, in seconds. */
const BEHIND_SECONDS = 2 * 3600;

function isBehind(stored: StoredSnapshot | null, { refreshAfter }: Updated, now: number): boolean {
  return stored !== null && now - stored.publishedAt > Math.max(BEHIND_SECONDS, 2 * refreshAfter);
}

/** It would end so at every address: nothing can be stored, or the publisher has signed for this very list. */
function isSameEverywhere({ kind }: FailedStep): boolean {
  return ['storage-full', 'storage-failed', 'flags-known-site', 'wrong-list', 'internal'].includes(kind);
}

class ChannelUpdate {
  readonly #channel: Channel;
  readonly #options: UpdateOptions;
  /** Number of the newest key list, with the one that this try has seen. */
  seenKeyList = 0;

  constructor(channel: Channel, options: UpdateOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  /**
   * One try at one address.
   *
   * @param stored - the snapshot in use
   * @param seenKeyList - number of the newest key list that was seen before
   * @param keptKeys - the key list in the journal
   */
  async run(
    stored: StoredSnapshot | null,
    seenKeyList: number,
    keptKeys: string | undefined,
  ): Promise<Result<Updated, FailedStep>> {
    const { store, repair, checkpoint } = this.#options;
    this.seenKeyList = seenKeyList;
    const keyListFloor = Math.max(seenKeyList, stored?.keyListNumber ?? 0);
    const verified = await this.#fetchIndex(stored?.name ?? null, keyListFloor);
    if (!verified.ok) return verified;
    const { index, keyList } = verified.value;
    this.seenKeyList = Math.max(seenKeyList, keyList.number);
    const keys = { keyListNumber: keyList.number, keyList: index.keys };
    if (keyList.number > seenKeyList) {
      // Stored even if this update fails: from now on a revoked key is refused, and the mirrors are known.
      const kept = await store.writeJournal(this.#channel.id, keys);
      if (!kept.ok) return fail(fromStorage(kept.failure));
      await checkpoint('keys-remembered');
    } else if (index.keys !== keptKeys) {
      // Without it the head and the mirrors are not used, and nothing else is lost.
      ignoreFailure(await store.writeJournal(this.#channel.id, keys));
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

  async #build(reached: Reached, verified: VerifiedIndex): Promise<Result<Updated, FailedStep>> {
    const { repair } = this.#options;
    const facts = { channel: this.#channel.id, ...this.#factsOf(verified) };
    const next = await buildSnapshot(reached, facts, this.#options);
    if (!next.ok) return next;
    return this.#activate(next.value, repair ? 'same-or-newer' : 'newer', verified.index);
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

  #factsOf(verified: VerifiedIndex): SnapshotFacts {
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

function done(kind: Updated['kind'], { serial, refreshAfter, head }: ChannelIndex): Updated {
  return { kind, serial, refreshAfter, ...(head === true ? { hasHead: true } : {}) };
}

/** The packaged list counts as received when it was published, and its keys do not expire. */
function factsOf({ index, keyList }: VerifiedIndex, origin: Channel['origin'], now: number): SnapshotFacts {
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
