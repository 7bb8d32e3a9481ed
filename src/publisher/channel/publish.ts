import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/result.ts';
import {
  basePath,
  INDEX_PATH,
  MAX_INDEX_BYTES,
  MAX_INDEX_DELTAS,
  type ChannelIndex,
  type DeltaReference,
} from '../../core/snapshot/channel-index.ts';
import { encodeSnapshot } from '../../core/snapshot/encode-snapshot.ts';
import { planDeltas } from '../../core/snapshot/plan-deltas.ts';
import { stateDigestOfBytes } from '../../core/snapshot/state-digest.ts';
import type { KeyPair } from '../../node/keys/key-file.ts';
import { signIndex } from '../keys/sign.ts';
import type { ToldFailure } from '../../node/told-failure.ts';
import { removeUnfinished, type PublishedSerial } from '../state/state-folder.ts';
import type { Publication } from './publication.ts';
import { prune } from './prune-channel.ts';
import { sha256Of } from '../../node/channel/read-channel.ts';
import { DeltaMaker, writeChain } from './write-deltas.ts';
import { writeFileWhole } from '../../node/write-file.ts';

export interface Published {
  readonly index: ChannelIndex;
  readonly indexBytes: number;
  /** Deltas that were made and found no room in the index. */
  readonly deltasLeftOut: number;
  /** What could not be cleaned up behind it. */
  readonly warnings: readonly string[];
}

/**
 * Puts a snapshot online. Every file is written aside and renamed; the index, which alone makes the others count, is
 * last. Killed at any line, the channel is what it was before, and the next build cleans up.
 */
export async function publishSnapshot(
  publication: Publication,
): Promise<Result<Published, ToldFailure<'index-too-large'>>> {
  const { channelFolder, state, snapshot, history, isDryRun, onStep } = publication;
  const { serial, publishedAt } = snapshot;
  if (!isDryRun) {
    for (const folder of ['.', 'base', 'delta', 'chain', 'report'])
      await removeUnfinished(join(channelFolder, folder));
  }
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    if (!isDryRun) await writeFileWhole(join(channelFolder, path), content);
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
    await write(join('report', name), content);
  }
  await write(INDEX_PATH, signed.jws);
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
