import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../core/result.ts';
import {
  basePath,
  INDEX_PATH,
  MAX_INDEX_BYTES,
  MAX_INDEX_DELTAS,
  type ChannelIndex,
  type DeltaReference,
} from '../../../core/snapshot/channel-index.ts';
import {
  HEAD_PATH,
  headDigest,
  MAX_HEAD_BYTES,
  MAX_HEAD_DELTAS,
} from '../../../core/snapshot/channel-head.ts';
import { encodeSnapshot } from '../../../core/snapshot/encode-snapshot.ts';
import { planDeltas } from '../../../core/snapshot/plan-deltas.ts';
import { stateDigestOfBytes } from '../../../core/snapshot/state-digest.ts';
import { verifyIndex } from '../../../core/snapshot/verify-index.ts';
import type { KeyPair } from '../../node/keys/key-file.ts';
import { signHead, signIndex } from '../keys/sign.ts';
import type { ExplainedFailure } from '../../node/explained-failure.ts';
import { removeUnfinished, sizeIfExists, type PublishedSerial } from '../state/state-folder.ts';
import type { Publication } from './publication.ts';
import { prune } from './prune-channel.ts';
import { sha256Of } from '../../node/channel/read-channel.ts';
import { DeltaMaker, writeChain } from './write-deltas.ts';
import { writeFileWhole } from '../../node/write-file.ts';

export interface Published {
  readonly index: ChannelIndex;
  readonly indexBytes: number;
  readonly deltasLeftOut: number;
  readonly warnings: readonly string[];
}

type PublishFailure = ExplainedFailure<'index-too-large' | 'index-refused'>;

/**
 * Renames each file into place, the index after the files that it names. A build killed before the index changes
 * nothing for readers, and the next one cleans up.
 *
 * @returns a failure if readers would refuse the index; new files are deleted
 */
export async function publishSnapshot(publication: Publication): Promise<Result<Published, PublishFailure>> {
  const { channelFolder, state, snapshot, history, isDryRun, onStep } = publication;
  const { serial, publishedAt } = snapshot;
  if (!isDryRun) {
    for (const folder of ['.', 'base', 'delta', 'hour', 'chain', 'report'])
      await removeUnfinished(join(channelFolder, folder));
  }
  const added: string[] = [];
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    if (isDryRun) return;
    const file = join(channelFolder, path);
    if ((await sizeIfExists(file)) === null) added.push(file);
    await writeFileWhole(file, content);
  };

  onStep('Writing the snapshot');
  const base = encodeSnapshot(snapshot);
  await write(basePath(serial), base);
  if (!isDryRun) await state.saveSnapshot(serial, base);

  const epochStartedAt = snapshot.epoch.startedAt;
  const plan = planDeltas(
    history.filter((past) => past.epochStartedAt === epochStartedAt && past.serial < serial),
    { serial, publishedAt },
  );
  const maker = new DeltaMaker(publication, base.length, write);
  const chain = plan.chain === null ? null : await writeChain(plan.chain, publication, maker, write);
  const hours = plan.hours === null ? null : await writeChain(plan.hours, publication, maker, write);
  const deltas: DeltaReference[] = [];
  for (const pair of plan.direct) {
    onStep(`Writing the delta from ${pair.from}`);
    const facts = await maker.factsOf(pair);
    if (facts !== null) deltas.push({ ...pair, ...facts });
  }

  onStep('Signing');
  const hasHead = await fitsHead(publication);
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
      ...(plan.hours === null || hours === null
        ? {}
        : { hours: { ...hours, hour: plan.hours.hour, first: plan.hours.first } }),
      ...(hasHead ? { head: true } : {}),
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
  const refusal = signed === null ? TOO_LARGE : await refusalOf(signed.jws, publication);
  if (signed === null || refusal !== null) {
    for (const file of added) await rm(file, { force: true });
    return fail(refusal ?? TOO_LARGE);
  }
  const outcome = { index: signed.index, deltasLeftOut: deltas.length - signed.index.deltas.length };
  for (const [name, content] of publication.reports(outcome)) {
    await write(join('report', name), content);
  }
  await write(INDEX_PATH, signed.jws);
  // Write the head last: if the build is killed before, readers learn of the new serial from the index.
  if (hasHead) await write(HEAD_PATH, await signHeadWithin(signed, publication));
  else if (!isDryRun) await rm(join(channelFolder, HEAD_PATH), { force: true });
  const indexBytes = Buffer.byteLength(signed.jws);
  if (isDryRun) return ok({ ...outcome, indexBytes, warnings: [] });

  const published: PublishedSerial = {
    serial,
    publishedAt,
    epochStartedAt,
    entries: signed.index.sections.reduce((sum, { entries }) => sum + entries, 0),
  };
  const warnings = await prune(publication, plan, [
    ...history.filter((past) => past.serial < serial),
    published,
  ]);
  return ok({ ...outcome, indexBytes, warnings });
}

const TOO_LARGE: PublishFailure = {
  kind: 'index-too-large',
  message: `The signed index would be larger than the ${MAX_INDEX_BYTES} bytes that clients read, for what it says of feeds and sections. Merge feeds of one maker into one file or switch some off ("enabled": false), give them shorter names, licences and contacts, or divide them over several channels. A common "group" makes room too, but is for copies of one list alone: its feeds count as one voice. The channel was not changed.`,
};

/** A refused index would also block later builds, which verify the last publication. */
async function refusalOf(
  jws: string,
  { rootKey, channel, snapshot }: Publication,
): Promise<PublishFailure | null> {
  const trust = { rootKeys: [rootKey], channel, minKeyListNumber: 0 };
  const verified = await verifyIndex(jws, trust, snapshot.publishedAt);
  if (verified.ok) return null;
  const { failure } = verified;
  const what = 'field' in failure ? `${failure.kind}: ${failure.field}` : failure.kind;
  return {
    kind: 'index-refused',
    message: `Every reader would refuse the index of this build (${what}), so it was not published. Look at what feeds.json and the files that it names give for that, dates and lengths too; if they are in order, this is a fault of this program: please report it. The channel was not changed.`,
  };
}

/** Whether a head without deltas fits; long key names may prevent it. */
async function fitsHead({ snapshot, channel, snapshotKey }: Publication): Promise<boolean> {
  const smallest = { serial: snapshot.serial, index: headDigest('0'.repeat(64)), deltas: [] };
  return Buffer.byteLength(await signHead(smallest, channel, snapshotKey)) <= MAX_HEAD_BYTES;
}

async function signHeadWithin(
  { index, jws }: { readonly index: ChannelIndex; readonly jws: string },
  { channel, snapshotKey }: Publication,
): Promise<string> {
  const newest = [...index.deltas].sort((a, b) => b.from - a.from).filter(({ from }) => from < index.serial);
  for (let count = Math.min(newest.length, MAX_HEAD_DELTAS); ; count--) {
    const deltas = newest
      .slice(0, count)
      .map(({ from, bytes, sha256 }) => ({ from, bytes, sha256: headDigest(sha256) }));
    const head = { serial: index.serial, index: headDigest(sha256Of(Buffer.from(jws))), deltas };
    const signed = await signHead(head, channel, snapshotKey);
    if (Buffer.byteLength(signed) <= MAX_HEAD_BYTES || count === 0) return signed;
  }
}

/** Drops deltas from the end, the least useful, until the index fits. */
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
