import { compileForDevice } from '../../core/filter/compile-for-device.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import {
  basePath,
  type ChannelIndex,
  deltaPath,
  type DeltaReference,
  type FileFacts,
  INDEX_PATH,
  MAX_INDEX_BYTES,
} from '../../core/snapshot/channel-index.ts';
import { chainPath, type DailyChain, parseDailyChain } from '../../core/snapshot/daily-chain.ts';
import { decodeSnapshotInSteps } from '../../core/snapshot/decode-snapshot.ts';
import { reachStateInSteps } from '../../core/snapshot/apply-delta.ts';
import { planUpdate } from '../../core/snapshot/plan-update.ts';
import { MAX_SNAPSHOT_BYTES } from '../../core/snapshot/snapshot-layout.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { stateDigestOfBytes, toHex } from '../../core/snapshot/state-digest.ts';
import { type VerifiedIndex, verifyIndex } from '../../core/snapshot/verify-index.ts';
import { download, type Patience } from '../../platform/download.ts';
import { runInSteps } from '../../platform/run-in-steps.ts';
import type { SnapshotStore, StoredSnapshot } from '../../platform/snapshot-store.ts';
import type { ChannelActivity } from '../../protocol/channel-messages.ts';
import { flaggedCanary } from './canaries.ts';
import type { Channel } from './channel.ts';
import type { ReachCheckpoint } from '../checkpoint.ts';
import { readBlob } from '../links/loaded-snapshots.ts';
import { type FailedStep, fromDownload, fromStorage, fromVerify } from './update-failure.ts';

export interface UpdateOptions {
  readonly store: SnapshotStore;
  /** Of this installation, 16 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** Unix time, seconds. */
  readonly now: () => number;
  readonly patience: Patience;
  /** The stored record was found damaged: its serial may be fetched again. */
  readonly repair: boolean;
  readonly onProgress: (activity: Extract<ChannelActivity, { kind: 'updating' }>) => void;
  readonly checkpoint: ReachCheckpoint;
}

export interface Updated {
  readonly kind: 'activated' | 'unchanged';
  readonly serial: number;
  /** Seconds; what the index asks for. */
  readonly refreshAfter: number;
}

/** A snapshot that was reached by some path of files, with its canonical encoding. */
interface Reached {
  readonly snapshot: Snapshot;
  readonly state: Uint8Array<ArrayBuffer>;
}

/**
 * Brings one channel up to date: verify first, decode second, store third, use fourth. Until the one `put`
 * at the end nothing of the old snapshot is touched, so that it may end at any line.
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
    if (!journal.ok) return fail(fromStorage(journal.failure));
    if (!read.ok) return fail(fromStorage(read.failure));
    const stored = read.value ?? null;
    await checkpoint('journal-read');

    const keyListFloor = Math.max(journal.value.keyListNumber, stored?.keyListNumber ?? 0);
    const verified = await this.#fetchIndex(stored?.name ?? null, keyListFloor);
    if (!verified.ok) return verified;
    const { index, keyList } = verified.value;
    if (keyList.number > journal.value.keyListNumber) {
      // Kept whatever becomes of this update: from here on, what a revoked key signs is refused.
      const kept = await store.writeJournal(this.#channel.id, { keyListNumber: keyList.number });
      if (!kept.ok) return fail(fromStorage(kept.failure));
      await checkpoint('keys-remembered');
    }

    if (stored !== null && this.#channel.origin === 'packaged') {
      // What lies in the package is right by definition; it changes only with the package.
      if (index.digest === stored.digest && !repair) return ok(done('unchanged', index));
    } else if (stored !== null && keyList.number === stored.keyListNumber) {
      if (index.serial < stored.serial) return fail({ kind: 'older-list', detail: String(index.serial) });
      if (index.serial === stored.serial && !repair) return ok(done('unchanged', index));
    }
    if (stored !== null && index.digest === stored.digest && !repair) {
      // A publication that changed nothing but its date: what is built stays.
      return this.#activate({ ...stored, ...factsOf(verified.value) }, index);
    }
    const reached = await this.#reach(index, repair ? null : stored);
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
    const fetched = await download(url + INDEX_PATH, { maxBytes: MAX_INDEX_BYTES, patience });
    if (!fetched.ok) return fail(fromDownload(fetched.failure, INDEX_PATH));
    await checkpoint('index-received');
    const text = new TextDecoder().decode(fetched.value);
    const pinned = { rootKeys, channel: pinnedName ?? storedName, minKeyListNumber };
    // The package vouches for the keys inside it: they do not run out while it is installed.
    const verified = await verifyIndex(text, pinned, origin === 'packaged' ? 0 : now());
    await checkpoint('index-verified');
    return verified.ok ? verified : fail(fromVerify(verified.failure));
  }

  /** By deltas where that is cheaper, otherwise, or when they lead astray, by the base. */
  async #reach(index: ChannelIndex, stored: StoredSnapshot | null): Promise<Result<Reached, FailedStep>> {
    const deltas = stored === null ? [] : await this.#deltasFrom(stored.serial, index);
    if (stored !== null && deltas.length > 0) {
      const byDeltas = await this.#reachByDeltas(deltas, index, stored);
      if (byDeltas.ok || isNetworkFailure(byDeltas.failure)) return byDeltas;
    }
    return this.#reachByBase(index);
  }

  /** Empty if the base is the way to go. */
  async #deltasFrom(serial: number, index: ChannelIndex): Promise<readonly DeltaReference[]> {
    const first = planUpdate(serial, index);
    if (first.kind === 'deltas') return first.deltas;
    if (first.kind !== 'chain') return [];
    const file = await this.#fetchFile(chainPath(first.chain.day), first.chain);
    const chain = file.ok ? parseChainFile(file.value) : null;
    const second = planUpdate(serial, index, chain);
    return second.kind === 'deltas' ? second.deltas : [];
  }

  async #reachByDeltas(
    deltas: readonly DeltaReference[],
    index: ChannelIndex,
    stored: StoredSnapshot,
  ): Promise<Result<Reached, FailedStep>> {
    const { checkpoint } = this.#options;
    const files: Uint8Array[] = [];
    for (const delta of deltas) {
      const file = await this.#fetchFile(deltaPath(delta.from, delta.to), delta);
      if (!file.ok) return file;
      files.push(file.value);
    }
    const path = deltaPath(stored.serial, index.serial);
    this.#say('apply');
    const state = await readBlob(stored.state);
    await checkpoint('state-read');
    if (state === null) return fail({ kind: 'storage-failed', detail: '' });
    const from = await runInSteps(decodeSnapshotInSteps(state));
    await checkpoint('state-decoded');
    if (!from.ok) return fail({ kind: 'storage-failed', detail: '' });
    const reached = await runInSteps(reachStateInSteps(from.value, files));
    await checkpoint('delta-applied');
    if (!reached.ok) return fail({ kind: 'unreadable-file', detail: path });
    const { snapshot, bytes } = reached.value;
    await checkpoint('state-encoded');
    return this.#checkState({ snapshot, state: bytes }, index);
  }

  async #reachByBase(index: ChannelIndex): Promise<Result<Reached, FailedStep>> {
    const path = basePath(index.base.serial);
    const state = await this.#fetchFile(path, index.base);
    if (!state.ok) return state;
    this.#say('apply');
    const decoded = await runInSteps(decodeSnapshotInSteps(state.value));
    await this.#options.checkpoint('state-decoded');
    if (!decoded.ok) return fail({ kind: 'unreadable-file', detail: path });
    return this.#checkState({ snapshot: decoded.value, state: state.value }, index);
  }

  async #checkState(reached: Reached, index: ChannelIndex): Promise<Result<Reached, FailedStep>> {
    const digest = await stateDigestOfBytes(reached.state);
    await this.#options.checkpoint('state-digested');
    const { serial, publishedAt } = reached.snapshot;
    const isWhatIndexSays =
      digest === index.digest && serial === index.serial && publishedAt === index.publishedAt;
    return isWhatIndexSays ? ok(reached) : fail({ kind: 'wrong-list', detail: '' });
  }

  async #fetchFile(path: string, facts: FileFacts): Promise<Result<Uint8Array<ArrayBuffer>, FailedStep>> {
    const { patience, onProgress, checkpoint } = this.#options;
    const progress = (receivedBytes: number): void =>
      onProgress({ kind: 'updating', step: 'download', receivedBytes, totalBytes: facts.bytes });
    progress(0);
    const file = await download(this.#channel.url + path, {
      maxBytes: MAX_SNAPSHOT_BYTES,
      exactBytes: facts.bytes,
      patience,
      onProgress: progress,
    });
    await checkpoint('file-received');
    if (!file.ok) return fail(fromDownload(file.failure, path));
    const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', file.value)));
    await checkpoint('file-digested');
    return digest === facts.sha256 ? file : fail({ kind: 'wrong-file', detail: path });
  }

  async #build({ snapshot, state }: Reached, verified: VerifiedIndex): Promise<Result<Updated, FailedStep>> {
    const { secret, checkpoint } = this.#options;
    this.#say('build');
    const canary = await runInSteps(flaggedCanary(snapshot));
    await checkpoint('canaries-asked');
    if (canary !== null) return fail({ kind: 'flags-known-site', detail: canary });
    const device = await runInSteps(compileForDevice(snapshot, secret));
    await checkpoint('filter-built');
    const next: StoredSnapshot = {
      channel: this.#channel.id,
      ...factsOf(verified),
      state: new Blob([state]),
      header: device.header,
      secret,
      residentFilter: new Blob([device.residentFilter]),
      verificationTable: new Blob([device.verificationTable]),
    };
    return this.#activate(next, verified.index);
  }

  async #activate(next: StoredSnapshot, index: ChannelIndex): Promise<Result<Updated, FailedStep>> {
    const { store, repair, checkpoint } = this.#options;
    await checkpoint('before-put');
    const isPackaged = this.#channel.origin === 'packaged';
    const activated = await store.activate(next, isPackaged ? 'any' : repair ? 'same-or-newer' : 'newer');
    if (!activated.ok) return fail(fromStorage(activated.failure));
    await checkpoint('after-put');
    return ok(done(activated.value === 'activated' ? 'activated' : 'unchanged', index));
  }

  #say(step: 'apply' | 'build'): void {
    this.#options.onProgress({ kind: 'updating', step, receivedBytes: 0, totalBytes: 0 });
  }
}

/** @returns null if it is none: there is always the base */
function parseChainFile(bytes: Uint8Array): DailyChain | null {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const chain = parseDailyChain(parsed);
    return chain.ok ? chain.value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function done(kind: Updated['kind'], { serial, refreshAfter }: ChannelIndex): Updated {
  return { kind, serial, refreshAfter };
}

/** After one of these the base would fail as well, and only cost more. */
function isNetworkFailure({ kind }: FailedStep): boolean {
  return kind === 'unreachable' || kind === 'timed-out';
}

type Facts = Pick<
  StoredSnapshot,
  'name' | 'serial' | 'publishedAt' | 'expiresAt' | 'keyListNumber' | 'digest' | 'sections' | 'sources'
>;

function factsOf({ index, keyList }: VerifiedIndex): Facts {
  return {
    name: index.channel,
    serial: index.serial,
    publishedAt: index.publishedAt,
    expiresAt: index.expiresAt,
    keyListNumber: keyList.number,
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
