import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  basePath,
  deltaPath,
  INDEX_PATH,
  MAX_INDEX_BYTES,
  MAX_INDEX_DELTAS,
  type ChainReference,
  type ChannelIndex,
  type DeltaReference,
  type FileFacts,
  type IndexedSource,
} from '../../core/snapshot/channel-index.ts';
import {
  chainPath,
  parseDailyChain,
  type ChainDay,
  type DailyChain,
} from '../../core/snapshot/daily-chain.ts';
import { applyDelta, makeDelta } from '../../core/snapshot/delta.ts';
import { encodeSnapshot } from '../../core/snapshot/encode-snapshot.ts';
import {
  planDeltas,
  type DeltaPair,
  type DeltaPlan,
  type PlannedChain,
} from '../../core/snapshot/plan-deltas.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { stateDigest, stateDigestOfBytes } from '../../core/snapshot/state-digest.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { KeyPair } from '../../node/keys/key-file.ts';
import { signIndex } from '../keys/sign.ts';
import type { ToldFailure } from '../../node/told-failure.ts';
import {
  namesIn,
  readBytesIfThere,
  removeUnfinished,
  type PublishedSerial,
  type StateFolder,
} from '../state/state-folder.ts';
import { sha256Of } from '../../node/channel/read-channel.ts';
import { writeFileWhole } from '../../node/write-file.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A client that fetched an index may still be downloading the base it names, on a slow line and through caches. */
const KEEP_BASES_SECONDS = 3 * HOUR;
const KEEP_REPORTS_SECONDS = 30 * DAY;
const KEEP_HISTORY_SECONDS = 40 * DAY;

export interface Publication {
  readonly channelFolder: string;
  readonly state: StateFolder;
  readonly snapshot: Snapshot;
  readonly channel: string;
  readonly refreshAfter: number;
  readonly expiresAfter: number;
  readonly sources: readonly IndexedSource[];
  readonly snapshotKey: KeyPair;
  readonly keyList: string;
  /** Earlier publications, ascending by serial. */
  readonly history: readonly PublishedSerial[];
  readonly onStep: (step: string) => void;
  /** Written beside the snapshot, public: name of the file in `report/` → content. */
  readonly reports: (published: Omit<Published, 'indexBytes'>) => ReadonlyMap<string, string | Uint8Array>;
}

export interface Published {
  readonly index: ChannelIndex;
  readonly indexBytes: number;
  /** Deltas that were made and found no room in the index. */
  readonly deltasLeftOut: number;
}

/**
 * Puts a snapshot online. Every file is written aside and renamed; the index, which alone makes the others count, is
 * last. Killed at any line, the channel is what it was before, and the next build cleans up.
 */
export async function publishSnapshot(
  publication: Publication,
): Promise<Result<Published, ToldFailure<'index-too-large'>>> {
  const { channelFolder, state, snapshot, history, onStep } = publication;
  const { serial, publishedAt } = snapshot;
  for (const folder of ['.', 'base', 'delta', 'chain', 'report'])
    await removeUnfinished(join(channelFolder, folder));

  onStep('Writing the snapshot');
  const base = encodeSnapshot(snapshot);
  await writeFileWhole(join(channelFolder, basePath(serial)), base);
  await state.saveSnapshot(serial, base);

  const epochStartedAt = snapshot.epoch.startedAt;
  const plan = planDeltas(
    history.filter((past) => past.epochStartedAt === epochStartedAt && past.serial < serial),
    { serial, publishedAt },
  );
  const maker = new DeltaMaker(publication, base.length);
  const chain = plan.chain === null ? null : await writeChain(plan.chain, publication, maker);
  const deltas: DeltaReference[] = [];
  for (const pair of plan.direct) {
    onStep(`Writing the delta from ${pair.from}`);
    const facts = await maker.factsOf(pair);
    if (facts !== null) deltas.push({ ...pair, ...facts });
  }

  onStep('Signing');
  const signed = await signIndexWithin(
    {
      format: 1,
      channel: publication.channel,
      serial,
      publishedAt,
      expiresAt: publishedAt + publication.expiresAfter,
      refreshAfter: publication.refreshAfter,
      base: { serial, bytes: base.length, sha256: sha256Of(base) },
      deltas: deltas.slice(0, MAX_INDEX_DELTAS),
      chain,
      digest: await stateDigestOfBytes(base),
      sections: snapshot.sections.map(({ kind, category, action, group, fingerprintBits, fingerprints }) => ({
        kind,
        category,
        action,
        group,
        entries: fingerprints.high.length,
        fingerprintBits,
      })),
      sources: publication.sources,
      keys: publication.keyList,
    },
    publication.snapshotKey,
  );
  if (signed === null) {
    return fail({
      kind: 'index-too-large',
      message: `The signed index would be larger than the ${MAX_INDEX_BYTES} bytes that clients read. Give feeds a common "group", so that there are fewer sections. The channel was not changed.`,
    });
  }
  const outcome = { index: signed.index, deltasLeftOut: deltas.length - signed.index.deltas.length };
  for (const [name, content] of publication.reports(outcome)) {
    await writeFileWhole(join(channelFolder, 'report', name), content);
  }
  await writeFileWhole(join(channelFolder, INDEX_PATH), signed.jws);

  const published: PublishedSerial = {
    serial,
    publishedAt,
    epochStartedAt,
    entries: signed.index.sections.reduce((sum, { entries }) => sum + entries, 0),
  };
  await prune(publication, plan, [...history.filter((past) => past.serial < serial), published]);
  return ok({ ...outcome, indexBytes: Buffer.byteLength(signed.jws) });
}

/** Deltas as files of the channel: those that are there already are not made again. */
class DeltaMaker {
  readonly #publication: Publication;
  readonly #baseBytes: number;

  constructor(publication: Publication, baseBytes: number) {
    this.#publication = publication;
    this.#baseBytes = baseBytes;
  }

  /** null if it cannot be made (the older state is lost), or would be no smaller than the base. */
  async factsOf({ from, to }: DeltaPair): Promise<FileFacts | null> {
    const { channelFolder, state, snapshot } = this.#publication;
    const path = join(channelFolder, deltaPath(from, to));
    // Into the serial of this build nothing that is there can be trusted: an interrupted build may have left it.
    const existing = to === snapshot.serial ? null : await readBytesIfThere(path);
    if (existing !== null) return { bytes: existing.length, sha256: sha256Of(existing) };
    const older = await state.snapshot(from);
    const newer = to === snapshot.serial ? snapshot : await state.snapshot(to);
    if (older === null || newer === null || !isSameEpoch(older, newer)) return null;
    const delta = makeDelta(older, newer);
    if (delta.length >= this.#baseBytes) return null;
    // What clients will do with it, before any of them does.
    const applied = applyDelta(older, delta);
    if (!applied.ok || (await stateDigest(applied.value)) !== (await stateDigest(newer))) {
      throw new Error(`the delta from ${from} to ${to} does not lead to the state it was made for`);
    }
    await writeFileWhole(path, delta);
    return { bytes: delta.length, sha256: sha256Of(delta) };
  }
}

function isSameEpoch(a: Snapshot, b: Snapshot): boolean {
  return a.epoch.startedAt === b.epoch.startedAt && Buffer.compare(a.epoch.key, b.epoch.key) === 0;
}

/** The chain of the last day with publications: made once, then only read. */
async function writeChain(
  planned: PlannedChain,
  { channelFolder, channel, onStep }: Publication,
  maker: DeltaMaker,
): Promise<ChainReference | null> {
  const path = join(channelFolder, chainPath(planned.day));
  const existing = await readBytesIfThere(path);
  if (existing !== null && isChainOf(existing, planned, channel)) {
    return { day: planned.day, bytes: existing.length, sha256: sha256Of(existing) };
  }
  onStep(`Writing the chain of ${planned.day}`);
  const days: ChainDay[] = [];
  for (const { day, serial, onward, serials } of planned.days) {
    const onwardFacts = onward === null ? null : await maker.factsOf(onward);
    // A day whose way on is lost would lead nowhere.
    if (onward !== null && onwardFacts === null) continue;
    const hops: ChainDay['serials'][number][] = [];
    for (const pair of serials) {
      const facts = await maker.factsOf(pair);
      if (facts !== null) hops.push({ from: pair.from, ...facts });
    }
    days.push({ day, serial, onward: onwardFacts, serials: hops });
  }
  const chain: DailyChain = { format: 1, channel, day: planned.day, serial: planned.serial, days };
  const content = new TextEncoder().encode(JSON.stringify(chain));
  await writeFileWhole(path, content);
  return { day: planned.day, bytes: content.length, sha256: sha256Of(content) };
}

function isChainOf(content: Uint8Array, { day, serial }: PlannedChain, channel: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(content));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
  const chain = parseDailyChain(value);
  return (
    chain.ok && chain.value.day === day && chain.value.serial === serial && chain.value.channel === channel
  );
}

/** The index has a size that clients rely on. `deltas` come most useful first, and the last ones go. */
async function signIndexWithin(
  index: ChannelIndex,
  key: KeyPair,
): Promise<{ readonly index: ChannelIndex; readonly jws: string } | null> {
  for (let count = index.deltas.length; count >= 0; count--) {
    const fitting = { ...index, deltas: index.deltas.slice(0, count) };
    const jws = await signIndex(fitting, key);
    if (Buffer.byteLength(jws) <= MAX_INDEX_BYTES) return { index: fitting, jws };
  }
  return null;
}

/** Deletes what no client can still be fetching and no later build needs. */
async function prune(
  { channelFolder, state, snapshot }: Publication,
  { keep }: DeltaPlan,
  history: readonly PublishedSerial[],
): Promise<void> {
  const now = snapshot.publishedAt;
  const newest = history.slice(-2);
  await state.saveHistory(
    history.filter((past) => now - past.publishedAt <= KEEP_HISTORY_SECONDS || newest.includes(past)),
  );
  await state.removeSnapshotsExcept(new Set([...keep.bases, ...newest.map(({ serial }) => serial)]));
  const bases = history.filter(
    (past) => now - past.publishedAt <= KEEP_BASES_SECONDS || newest.includes(past),
  );
  const reported = new Set(
    history
      .filter((past) => now - past.publishedAt <= KEEP_REPORTS_SECONDS)
      .map(({ serial }) => String(serial)),
  );
  const kept = new Set([
    ...bases.map(({ serial }) => basePath(serial)),
    ...keep.deltas.map(({ from, to }) => deltaPath(from, to)),
    ...keep.chainDays.map(chainPath),
  ]);
  for (const folder of ['base', 'delta', 'chain', 'report']) {
    for (const name of await namesIn(join(channelFolder, folder))) {
      const isKept =
        folder === 'report' ? reported.has(name.split('.')[0] ?? '') : kept.has(`${folder}/${name}`);
      if (!isKept) await rm(join(channelFolder, folder, name), { force: true });
    }
  }
}
