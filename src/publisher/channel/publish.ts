import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import {
  basePath,
  deltaPath,
  INDEX_PATH,
  MAX_INDEX_BYTES,
  MAX_INDEX_DELTAS,
  type ChannelIndex,
  type DeltaReference,
  type IndexedSource,
} from '../../core/snapshot/channel-index.ts';
import { encodeSnapshot } from '../../core/snapshot/encode-snapshot.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { stateDigestOfBytes } from '../../core/snapshot/state-digest.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { KeyPair } from '../keys/key-file.ts';
import { signIndex } from '../keys/sign.ts';
import type { PublisherFailure } from '../publisher-failure.ts';
import { namesIn, removeUnfinished, type PublishedSerial, type StateFolder } from '../state/state-folder.ts';
import { sha256Of } from './read-channel.ts';
import { writeFileWhole } from './write-file.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A client that fetched an index may still be downloading what it names: half an hour on the slowest line, and caches. */
const KEEP_FILES_SECONDS = 3 * HOUR;
const KEEP_REPORTS_SECONDS = 30 * DAY;
/** The index lists deltas from the serials of this time. */
const DELTA_SECONDS = DAY;

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
  readonly history: readonly PublishedSerial[];
  readonly feedEntries: Readonly<Record<string, number>>;
  /** Written beside the snapshot, public: by extension, `html` and `json`. */
  readonly reports: (index: ChannelIndex) => ReadonlyMap<string, string>;
}

export interface Published {
  readonly index: ChannelIndex;
  readonly indexBytes: number;
  /** Deltas that were made and found no room in the index; the chain has them. */
  readonly deltasLeftOut: number;
}

/**
 * Puts a snapshot online. Every file is written aside and renamed; the index, which alone makes the others count, is
 * last. Killed at any line, the channel is what it was before, and the next build cleans up.
 */
export async function publishSnapshot(
  publication: Publication,
): Promise<Result<Published, PublisherFailure<'index-too-large'>>> {
  const { channelFolder, state, snapshot, history } = publication;
  const { serial, publishedAt } = snapshot;
  for (const folder of ['.', 'base', 'delta', 'chain', 'report'])
    await removeUnfinished(join(channelFolder, folder));

  const base = encodeSnapshot(snapshot);
  await writeFileWhole(join(channelFolder, basePath(serial)), base);
  await state.saveSnapshot(serial, base);
  const deltas = await writeDeltas(publication, base.length);

  const index: ChannelIndex = {
    format: 1,
    channel: publication.channel,
    serial,
    publishedAt,
    expiresAt: publishedAt + publication.expiresAfter,
    refreshAfter: publication.refreshAfter,
    base: { serial, bytes: base.length, sha256: sha256Of(base) },
    deltas,
    chain: null,
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
  };
  const signed = await signIndexWithin(index, publication.snapshotKey);
  if (signed === null) {
    return fail({
      kind: 'index-too-large',
      message: `The signed index would be larger than the ${MAX_INDEX_BYTES} bytes that clients read. Give feeds a common "group" to have fewer sections. The channel was not changed.`,
    });
  }
  for (const [extension, content] of publication.reports(signed.index)) {
    await writeFileWhole(join(channelFolder, 'report', `${serial}.${extension}`), content);
  }
  await writeFileWhole(join(channelFolder, INDEX_PATH), signed.jws);

  const published: PublishedSerial = {
    serial,
    publishedAt,
    entries: index.sections.reduce((sum, { entries }) => sum + entries, 0),
    files: filesOf(signed.index),
    feedEntries: publication.feedEntries,
  };
  await keepWhatIsNeeded(publication, [...history.filter((past) => past.serial < serial), published]);
  return ok({
    index: signed.index,
    indexBytes: Buffer.byteLength(signed.jws),
    deltasLeftOut: deltas.length - signed.index.deltas.length,
  });
}

async function writeDeltas(
  _publication: Publication,
  _baseBytes: number,
): Promise<readonly DeltaReference[]> {
  return [];
}

/**
 * The index has a size that every client may rely on. Where there are too many deltas for it, those from the oldest
 * serials go first: most clients are an hour or two behind.
 */
async function signIndexWithin(
  index: ChannelIndex,
  key: KeyPair,
): Promise<{ readonly index: ChannelIndex; readonly jws: string } | null> {
  const newestFirst = [...index.deltas].sort((a, b) => b.from - a.from).slice(0, MAX_INDEX_DELTAS);
  for (let count = newestFirst.length; count >= 0; count--) {
    const fitting = { ...index, deltas: newestFirst.slice(0, count) };
    const jws = await signIndex(fitting, key);
    if (Buffer.byteLength(jws) <= MAX_INDEX_BYTES) return { index: fitting, jws };
  }
  return null;
}

function filesOf(index: ChannelIndex): readonly string[] {
  return [basePath(index.serial), ...index.deltas.map(({ from, to }) => deltaPath(from, to))];
}

/** Prunes: keeps what any client may still ask for, and what the next builds make deltas from. */
async function keepWhatIsNeeded(
  { channelFolder, state, snapshot }: Publication,
  history: readonly PublishedSerial[],
): Promise<void> {
  const now = snapshot.publishedAt;
  const newest = history.slice(-2);
  const kept = history.filter((past) => now - past.publishedAt <= 31 * DAY || newest.includes(past));
  await state.saveHistory(kept);
  await state.removeSnapshotsExcept(
    new Set(
      kept
        .filter((past) => newest.includes(past) || now - past.publishedAt <= DELTA_SECONDS)
        .map(({ serial }) => serial),
    ),
  );
  const files = new Set(
    kept
      .filter((past) => newest.includes(past) || now - past.publishedAt <= KEEP_FILES_SECONDS)
      .flatMap((past) => past.files),
  );
  for (const folder of ['base', 'delta']) {
    for (const name of await namesIn(join(channelFolder, folder))) {
      if (!files.has(`${folder}/${name}`)) await rm(join(channelFolder, folder, name), { force: true });
    }
  }
  const reported = new Set(
    kept.filter((past) => now - past.publishedAt <= KEEP_REPORTS_SECONDS).map(({ serial }) => String(serial)),
  );
  for (const name of await namesIn(join(channelFolder, 'report'))) {
    if (!reported.has(name.split('.')[0] ?? ''))
      await rm(join(channelFolder, 'report', name), { force: true });
  }
}
