import { parseJson } from '../../../core/fields/parse-json.ts';
import { toHex } from '../../../core/hash/hex.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { type UpdatedSnapshot, applyDeltasInSteps } from '../../../core/snapshot/apply-delta.ts';
import { basePath, type ChannelIndex, type FileFacts } from '../../../core/snapshot/channel-index.ts';
import { type DailyChain, parseDailyChain } from '../../../core/snapshot/daily-chain.ts';
import { decodeSnapshotInSteps } from '../../../core/snapshot/decode-snapshot.ts';
import { decodeHourFile, selectHourDeltas } from '../../../core/snapshot/hour-file.ts';
import { planUpdate, stepPath, type UpdateStep } from '../../../core/snapshot/plan-update.ts';
import { MAX_SNAPSHOT_BYTES } from '../../../core/snapshot/snapshot-layout.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { stateDigestOfBytes } from '../../../core/snapshot/state-digest.ts';
import { download, type Patience } from '../../platform/download.ts';
import { runInSteps } from '../../platform/run-in-steps.ts';
import type { StoredSnapshot } from '../../platform/storage/snapshot-store.ts';
import type { ChannelActivity } from '../../protocol/channel-messages.ts';
import type { ReachCheckpoint } from '../realm/checkpoint.ts';
import { readBlob } from './loaded-snapshots.ts';
import type { Channel } from '../realm/channel.ts';
import { type FailedStep, fromDownload } from './update-failure.ts';

export interface ReachOptions {
  readonly patience: Patience;
  readonly onProgress: (activity: Extract<ChannelActivity, { kind: 'updating' }>) => void;
  readonly checkpoint: ReachCheckpoint;
}

export interface Reached {
  readonly snapshot: Snapshot;
  readonly state: Uint8Array<ArrayBuffer>;
}

/** Gives exactly the state with the index's digest, or a failure. */
export class StateReacher {
  readonly #channel: Channel;
  readonly #index: ChannelIndex;
  readonly #options: ReachOptions;

  constructor(channel: Channel, index: ChannelIndex, options: ReachOptions) {
    this.#channel = channel;
    this.#index = index;
    this.#options = options;
  }

  /** Uses deltas if cheaper; otherwise, or if they lead to another digest, the base. */
  async reach(stored: StoredSnapshot | null): Promise<Result<Reached, FailedStep>> {
    const byDeltas = stored === null ? null : await this.#reachByDeltas(stored);
    return byDeltas ?? this.#reachByBase();
  }

  /** @returns empty if the base is needed */
  async #deltasFrom(serial: number): Promise<readonly UpdateStep[]> {
    const index = this.#index;
    const first = planUpdate(serial, index);
    if (first.kind === 'deltas') return first.deltas;
    if (first.kind !== 'chain') return [];
    const file = await this.#fetchFile(first.path, first.chain);
    const chain = file.ok ? parseChainFile(file.value) : null;
    const second = planUpdate(serial, index, chain);
    return second.kind === 'deltas' ? second.deltas : [];
  }

  /** @returns null if the base is needed */
  async #reachByDeltas(stored: StoredSnapshot): Promise<Result<Reached, FailedStep> | null> {
    const { checkpoint } = this.#options;
    const deltas = await this.#deltasFrom(stored.serial);
    if (deltas.length === 0) return null;
    const files: Uint8Array[] = [];
    for (const step of deltas) {
      const file = await this.#fetchFile(stepPath(step), step);
      if (!file.ok) return isNetworkFailure(file.failure) ? file : null;
      const found = step.hourEnd === undefined ? [file.value] : deltasOfHour(file.value, step);
      if (found === null) return null;
      files.push(...found);
    }
    this.#sayApply();
    const reached = await applyToStored(stored, files, checkpoint);
    if (reached === null) return null;
    const checked = await this.#checkState({ snapshot: reached.snapshot, state: reached.bytes });
    return checked.ok ? checked : null;
  }

  async #reachByBase(): Promise<Result<Reached, FailedStep>> {
    const { base } = this.#index;
    const path = basePath(base.serial);
    const state = await this.#fetchFile(path, base);
    if (!state.ok) return state;
    this.#sayApply();
    const decoded = await runInSteps(decodeSnapshotInSteps(state.value));
    await this.#options.checkpoint('state-decoded');
    if (!decoded.ok) return fail({ kind: 'unreadable-file', detail: path });
    return this.#checkState({ snapshot: decoded.value, state: state.value });
  }

  async #checkState(reached: Reached): Promise<Result<Reached, FailedStep>> {
    const index = this.#index;
    const digest = await stateDigestOfBytes(reached.state);
    await this.#options.checkpoint('state-digested');
    const { serial, publishedAt } = reached.snapshot;
    const isWhatIndexSays =
      digest === index.digest && serial === index.serial && publishedAt === index.publishedAt;
    return isWhatIndexSays ? ok(reached) : fail({ kind: 'wrong-list', detail: '' });
  }

  #fetchFile(path: string, facts: FileFacts): Promise<Result<Uint8Array<ArrayBuffer>, FailedStep>> {
    return fetchFile(this.#channel.url, path, facts, this.#options);
  }

  #sayApply(): void {
    this.#options.onProgress({ kind: 'updating', step: 'apply', receivedBytes: 0, totalBytes: 0 });
  }
}

async function fetchFile(
  channelUrl: string,
  path: string,
  facts: FileFacts,
  { patience, onProgress, checkpoint }: ReachOptions,
): Promise<Result<Uint8Array<ArrayBuffer>, FailedStep>> {
  const progress = (receivedBytes: number): void =>
    onProgress({ kind: 'updating', step: 'download', receivedBytes, totalBytes: facts.bytes });
  progress(0);
  const file = await download(channelUrl + path, {
    maxBytes: MAX_SNAPSHOT_BYTES,
    exactBytes: facts.bytes,
    patience,
    onProgress: progress,
  });
  await checkpoint('file-received');
  if (!file.ok) return fail(fromDownload(file.failure, path));
  const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', file.value)));
  await checkpoint('file-digested');
  // A head has only the digest's leading bytes; its parser checks how many.
  return digest.slice(0, facts.sha256.length) === facts.sha256
    ? file
    : fail({ kind: 'wrong-file', detail: path });
}

/** @returns null if the stored state is unreadable, or not the deltas' start */
async function applyToStored(
  stored: StoredSnapshot,
  files: readonly Uint8Array[],
  checkpoint: ReachCheckpoint,
): Promise<UpdatedSnapshot | null> {
  const state = await readBlob(stored.state);
  await checkpoint('state-read');
  if (state === null) return null;
  const from = await runInSteps(decodeSnapshotInSteps(state));
  await checkpoint('state-decoded');
  if (!from.ok) return null;
  // The stored state may have older values of these two: a change of only them does not rewrite it.
  const { serial, publishedAt } = stored;
  const reached = await runInSteps(applyDeltasInSteps({ ...from.value, serial, publishedAt }, files));
  await checkpoint('delta-applied');
  if (!reached.ok) return null;
  await checkpoint('state-encoded');
  return reached.value;
}

/**
 * `step` must come from a verified head: its signature covers the delta, so the state digest in the delta can be trusted.
 *
 * @returns null if the delta is unavailable or leads elsewhere
 */
export async function reachByDelta(
  { url }: Channel,
  stored: StoredSnapshot,
  step: UpdateStep,
  options: ReachOptions,
): Promise<(Reached & { readonly digest: string }) | null> {
  const file = await fetchFile(url, stepPath(step), step, options);
  if (!file.ok) return null;
  options.onProgress({ kind: 'updating', step: 'apply', receivedBytes: 0, totalBytes: 0 });
  const reached = await applyToStored(stored, [file.value], options.checkpoint);
  if (reached === null) return null;
  const { snapshot, bytes, promised } = reached;
  const digest = await stateDigestOfBytes(bytes);
  await options.checkpoint('state-digested');
  return digest === promised && snapshot.serial === step.to ? { snapshot, state: bytes, digest } : null;
}

/** @returns null if the file is of another hour or leads to another serial */
function deltasOfHour(bytes: Uint8Array, { from, to, hourEnd }: UpdateStep): readonly Uint8Array[] | null {
  const hour = decodeHourFile(bytes);
  if (!hour.ok || hour.value.last !== hourEnd || hour.value.to !== to) return null;
  return selectHourDeltas(hour.value, from);
}

function parseChainFile(bytes: Uint8Array): DailyChain | null {
  const chain = parseDailyChain(parseJson(new TextDecoder().decode(bytes)));
  return chain.ok ? chain.value : null;
}

/** The base would fail too, at higher cost. */
function isNetworkFailure({ kind }: FailedStep): boolean {
  return kind === 'unreachable' || kind === 'timed-out';
}
