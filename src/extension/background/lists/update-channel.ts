import { fail, ignoreFailure, ok, type Result } from '../../../core/result.ts';
import { type ChannelIndex, INDEX_PATH, MAX_INDEX_BYTES } from '../../../core/snapshot/channel-index.ts';
import { type VerifiedIndex, verifyIndex } from '../../../core/snapshot/verify-index.ts';
import { download } from '../../platform/download.ts';
import type { Accept, SnapshotStore, StoredSnapshot } from '../../platform/storage/snapshot-store.ts';
import { buildSnapshot, type SnapshotFacts } from './build-snapshot.ts';
import { hostsInOrder, storedKeyList, mirrorsOf } from './channel-hosts.ts';
import type { Channel } from '../realm/channel.ts';
import { type Reached, type ReachOptions, StateReacher } from './reach-state.ts';
import { type FailedStep, fromDownload, fromReading, fromStorage, fromVerify } from './update-failure.ts';

/** A slow server must not stretch the download of an 8 kB index to minutes. */
const INDEX_TOTAL_MS = 60_000;

export interface UpdateOptions extends ReachOptions {
  readonly store: SnapshotStore;
  /** 16 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly now: () => number;
  /** The stored record is damaged: accept the same serial. */
  readonly repair: boolean;
}

export interface UpdateResult {
  readonly kind: 'activated' | 'unchanged';
  readonly serial: number;
  /** Seconds. */
  readonly refreshAfter: number;
  readonly hasHead?: true;
}

/**
 * Stores the list last, in one write, so the realm may be killed at any line.
 *
 * Hosts are tried until one gives a newer or current list. All files of a try come from one host, and match its index's
 * digests.
 */
export async function updateChannel(
  channel: Channel,
  options: UpdateOptions,
): Promise<Result<UpdateResult, FailedStep>> {
  const { store, secret, checkpoint } = options;
  await checkpoint('started');
  const [journal, read] = await Promise.all([store.journal(channel.id), store.snapshot(channel.id)]);
  if (!journal.ok) return fail(fromReading(journal.failure));
  if (!read.ok) return fail(fromReading(read.failure));
  const stored = read.value ?? null;
  const keyList = await storedKeyList(channel, journal.value, stored?.name ?? null, options.now());
  const goodUrl = journal.value.goodUrl ?? null;
  const hosts = hostsInOrder(channel.url, mirrorsOf(channel, keyList), goodUrl, secret);
  await checkpoint('journal-read');

  let failed: Result<UpdateResult, FailedStep> | null = null;
  let current: { readonly url: string; readonly updated: UpdateResult } | null = null;
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
    // A frozen host would keep clients at an old list: try the next.
    if (done.value.kind === 'activated' || !isBehind(stored, done.value, options.now())) break;
  }
  if (current === null) return failed ?? fail({ kind: 'internal', detail: 'no address' });
  if (hosts.length > 1 && current.url !== goodUrl) {
    // If this fails, the order of hosts stays.
    ignoreFailure(await store.writeJournal(channel.id, { goodUrl: current.url }));
  }
  return ok(current.updated);
}

/** If the stored list is older, its host may have missed newer ones. */
const BEHIND_SECONDS = 2 * 3600;

function isBehind(stored: StoredSnapshot | null, { refreshAfter }: UpdateResult, now: number): boolean {
  return stored !== null && now - stored.publishedAt > Math.max(BEHIND_SECONDS, 2 * refreshAfter);
}

/** Other hosts would fail too: storage refuses, or the publisher signed this very list. */
function isSameEverywhere({ kind }: FailedStep): boolean {
  return ['storage-full', 'storage-failed', 'flags-known-site', 'wrong-list', 'internal'].includes(kind);
}

class ChannelUpdate {
  readonly #channel: Channel;
  readonly #options: UpdateOptions;
  /** Newest key list number, including this try's. */
  seenKeyList = 0;

  constructor(channel: Channel, options: UpdateOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  /**
   * @param seenKeyList - newest key list number so far
   * @param keptKeys - key list from the journal
   */
  async run(
    stored: StoredSnapshot | null,
    seenKeyList: number,
    keptKeys: string | undefined,
  ): Promise<Result<UpdateResult, FailedStep>> {
    const { store, repair, checkpoint } = this.#options;
    this.seenKeyList = seenKeyList;
    const keyListFloor = Math.max(seenKeyList, stored?.keyListNumber ?? 0);
    const verified = await this.#fetchIndex(stored?.name ?? null, keyListFloor);
    if (!verified.ok) return verified;
    const { index, keyList } = verified.value;
    this.seenKeyList = Math.max(seenKeyList, keyList.number);
    const keys = { keyListNumber: keyList.number, keyList: index.keys };
    if (keyList.number > seenKeyList) {
      // Stored even if this update fails: it revokes keys and names mirrors.
      const kept = await store.writeJournal(this.#channel.id, keys);
      if (!kept.ok) return fail(fromStorage(kept.failure));
      await checkpoint('keys-remembered');
    } else if (index.keys !== keptKeys) {
      // If this fails, only the head and mirrors go unused.
      ignoreFailure(await store.writeJournal(this.#channel.id, keys));
    }

    if (stored !== null && this.#channel.origin === 'packaged') {
      // The packaged list changes only with the package.
      if (index.digest === stored.digest && !repair) return ok(toUpdateResult('unchanged', index));
    } else if (stored !== null && keyList.number === stored.keyListNumber) {
      if (index.serial < stored.serial) return fail({ kind: 'older-list', detail: String(index.serial) });
      if (index.serial === stored.serial && !repair) return this.#confirm(stored, index);
    }
    if (stored !== null && index.digest === stored.digest && !repair) {
      // Only the date has changed: state and filters stay.
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
    // The package vouches for its keys: they never expire.
    const verified = await verifyIndex(text, pinned, origin === 'packaged' ? 0 : now());
    await checkpoint('index-verified');
    return verified.ok ? verified : fail(fromVerify(verified.failure));
  }

  async #build(reached: Reached, verified: VerifiedIndex): Promise<Result<UpdateResult, FailedStep>> {
    const { repair } = this.#options;
    const facts = { channel: this.#channel.id, ...this.#factsOf(verified) };
    const next = await buildSnapshot(reached, facts, this.#options);
    if (!next.ok) return next;
    return this.#activate(next.value, repair ? 'same-or-newer' : 'newer', verified.index);
  }

  /**
   * A list received while the clock was behind counts as older than it is. Once its publication date is past, it counts
   * as received now.
   */
  async #confirm(stored: StoredSnapshot, index: ChannelIndex): Promise<Result<UpdateResult, FailedStep>> {
    const now = this.#options.now();
    const cameTooEarly = stored.receivedAt < stored.publishedAt && stored.publishedAt <= now;
    if (!cameTooEarly) return ok(toUpdateResult('unchanged', index));
    return this.#activate({ ...stored, receivedAt: now }, 'same-or-newer', index);
  }

  #factsOf(verified: VerifiedIndex): SnapshotFacts {
    return factsOf(verified, this.#channel.origin, this.#options.now());
  }

  async #activate(
    next: StoredSnapshot,
    accept: Accept,
    index: ChannelIndex,
  ): Promise<Result<UpdateResult, FailedStep>> {
    const { store, checkpoint } = this.#options;
    await checkpoint('before-put');
    const isPackaged = this.#channel.origin === 'packaged';
    const activated = await store.activate(next, isPackaged ? 'any' : accept);
    if (!activated.ok) return fail(fromStorage(activated.failure));
    await checkpoint('after-put');
    return ok(toUpdateResult(activated.value === 'activated' ? 'activated' : 'unchanged', index));
  }
}

function toUpdateResult(
  kind: UpdateResult['kind'],
  { serial, refreshAfter, head }: ChannelIndex,
): UpdateResult {
  return { kind, serial, refreshAfter, ...(head === true ? { hasHead: true } : {}) };
}

/** The packaged list counts as received when published. */
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
