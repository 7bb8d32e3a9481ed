import { join } from 'node:path';
import { applyDelta } from '../../../core/snapshot/apply-delta.ts';
import { deltaPath, type ChainReference, type FileFacts } from '../../../core/snapshot/channel-index.ts';
import {
  chainPath,
  parseDailyChain,
  type ChainDay,
  type DailyChain,
} from '../../../core/snapshot/daily-chain.ts';
import { makeDelta } from '../../../core/snapshot/make-delta.ts';
import type { DeltaPair, PlannedChain } from '../../../core/snapshot/plan-deltas.ts';
import { isSameEpoch } from '../../../core/snapshot/snapshot.ts';
import { stateDigest } from '../../../core/snapshot/state-digest.ts';
import { readBytesIfThere } from '../state/state-folder.ts';
import type { Publication } from './publication.ts';
import { sha256Of } from '../../node/channel/read-channel.ts';

/** @param path - of the file in the channel */
export type WriteFile = (path: string, content: string | Uint8Array) => Promise<void>;

/** Deltas as files of the channel: those that are there already are not made again. */
export class DeltaMaker {
  readonly #publication: Publication;
  readonly #baseBytes: number;
  readonly #write: WriteFile;

  constructor(publication: Publication, baseBytes: number, write: WriteFile) {
    this.#publication = publication;
    this.#baseBytes = baseBytes;
    this.#write = write;
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
    if (older === null || newer === null || !isSameEpoch(older.epoch, newer.epoch)) return null;
    const digests = { from: await stateDigest(older), to: await stateDigest(newer) };
    const delta = makeDelta(older, newer, digests);
    if (delta.length >= this.#baseBytes) return null;
    // What clients will do with it, before any of them does.
    const applied = await applyDelta(older, delta);
    if (!applied.ok || (await stateDigest(applied.value)) !== digests.to) {
      throw new Error(`the delta from ${from} to ${to} does not lead to the state it was made for`);
    }
    await this.#write(deltaPath(from, to), delta);
    return { bytes: delta.length, sha256: sha256Of(delta) };
  }
}

/** The chain of the last day with publications: made once, then only read. */
export async function writeChain(
  planned: PlannedChain,
  { channelFolder, channel, onStep }: Publication,
  maker: DeltaMaker,
  write: WriteFile,
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
  await write(chainPath(planned.day), content);
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
