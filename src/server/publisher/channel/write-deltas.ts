import { join } from 'node:path';
import { applyDelta } from '../../../core/snapshot/apply-delta.ts';
import { parseJson } from '../../../core/fields/parse-json.ts';
import { deltaPath, type ChainReference, type FileFacts } from '../../../core/snapshot/channel-index.ts';
import {
  parseDailyChain,
  toChainFile,
  type ChainDay,
  type DailyChain,
  type HourHop,
} from '../../../core/snapshot/daily-chain.ts';
import {
  decodeHourFile,
  encodeHourFile,
  hourPath,
  type HourDelta,
} from '../../../core/snapshot/hour-file.ts';
import { makeDelta } from '../../../core/snapshot/make-delta.ts';
import type { DeltaPair, PlannedChain, PlannedHour } from '../../../core/snapshot/plan-deltas.ts';
import { isSameEpoch } from '../../../core/snapshot/snapshot.ts';
import { stateDigest } from '../../../core/snapshot/state-digest.ts';
import { readBytesIfExists } from '../state/state-folder.ts';
import type { Publication } from './publication.ts';
import { sha256Of } from '../../node/channel/read-channel.ts';

/** @param path - relative to the channel's folder */
export type WriteFile = (path: string, content: string | Uint8Array) => Promise<void>;

export class DeltaMaker {
  readonly #publication: Publication;
  readonly #baseBytes: number;
  readonly #write: WriteFile;

  constructor(publication: Publication, baseBytes: number, write: WriteFile) {
    this.#publication = publication;
    this.#baseBytes = baseBytes;
    this.#write = write;
  }

  /** Null if one of the snapshots is gone, epochs differ, or the delta is no smaller than the base. */
  async factsOf(pair: DeltaPair): Promise<FileFacts | null> {
    const existing = await this.#existing(pair);
    if (existing !== null) return factsOfBytes(existing);
    const delta = await this.#make(pair);
    if (delta === null) return null;
    await this.#write(deltaPath(pair.from, pair.to), delta);
    return factsOfBytes(delta);
  }

  /**
   * Facts of the hour file: published deltas to `last` and, if `to` differs, one from `last` to `to`. Null if it would
   * be empty, lack the delta to `to`, or be no smaller than the base.
   */
  async hourHop({ last, to, hops }: PlannedHour): Promise<HourHop | null> {
    const path = hourPath(last, to);
    const there = await readBytesIfExists(join(this.#publication.channelFolder, path));
    const decoded = there === null ? null : decodeHourFile(there);
    const first = decoded?.ok === true ? decoded.value.deltas[0]?.from : undefined;
    if (there !== null && first !== undefined) return { first, last, ...factsOfBytes(there) };
    const onward =
      last === to
        ? null
        : ((await this.#existing({ from: last, to })) ?? (await this.#make({ from: last, to })));
    // Without the onward delta, the hour is a dead end.
    if (last !== to && onward === null) return null;
    const deltas: HourDelta[] = onward === null ? [] : [{ from: last, bytes: onward }];
    for (const pair of hops) {
      const bytes = await this.#existing(pair);
      if (bytes !== null) deltas.push({ from: pair.from, bytes });
    }
    deltas.sort((a, b) => a.from - b.from);
    const [earliest] = deltas;
    if (earliest === undefined) return null;
    const file = encodeHourFile({ last, to, deltas });
    if (file.length >= this.#baseBytes) return null;
    await this.#write(path, file);
    return { first: earliest.from, last, ...factsOfBytes(file) };
  }

  async #existing({ from, to }: DeltaPair): Promise<Uint8Array<ArrayBuffer> | null> {
    const { channelFolder, snapshot } = this.#publication;
    // An interrupted build may have left a delta to this serial with other content.
    return to === snapshot.serial ? null : readBytesIfExists(join(channelFolder, deltaPath(from, to)));
  }

  async #make({ from, to }: DeltaPair): Promise<Uint8Array<ArrayBuffer> | null> {
    const { state, snapshot } = this.#publication;
    const older = await state.snapshot(from);
    const newer = to === snapshot.serial ? snapshot : await state.snapshot(to);
    if (older === null || newer === null || !isSameEpoch(older.epoch, newer.epoch)) return null;
    const digests = { from: await stateDigest(older), to: await stateDigest(newer) };
    const delta = makeDelta(older, newer, digests);
    if (delta.length >= this.#baseBytes) return null;
    const applied = await applyDelta(older, delta);
    if (!applied.ok || (await stateDigest(applied.value)) !== digests.to) {
      throw new Error(`the delta from ${from} to ${to} does not lead to the state it was made for`);
    }
    return delta;
  }
}

function factsOfBytes(bytes: Uint8Array): FileFacts {
  return { bytes: bytes.length, sha256: sha256Of(bytes) };
}

/**
 * Writes the chain file of the last day with publications, or of today's hours before the current one, unless it
 * exists.
 */
export async function writeChain(
  planned: PlannedChain,
  { channelFolder, channel, onStep }: Publication,
  maker: DeltaMaker,
  write: WriteFile,
): Promise<ChainReference | null> {
  const path = join(channelFolder, planned.path);
  const existing = await readBytesIfExists(path);
  if (existing !== null && isChainOf(existing, planned, channel)) {
    return { day: planned.day, bytes: existing.length, sha256: sha256Of(existing) };
  }
  onStep(`Writing ${planned.path}`);
  const days: ChainDay[] = [];
  for (const { day, serial, onward, serials, hours } of planned.days) {
    const onwardFacts = onward === null ? null : await maker.factsOf(onward);
    // Without its onward delta, the day is a dead end.
    if (onward !== null && onwardFacts === null) continue;
    const hops: ChainDay['serials'][number][] = [];
    for (const pair of serials) {
      const facts = await maker.factsOf(pair);
      if (facts !== null) hops.push({ from: pair.from, ...facts });
    }
    const hourHops: HourHop[] = [];
    for (const hour of hours) {
      const hop = await maker.hourHop(hour);
      if (hop !== null) hourHops.push(hop);
    }
    days.push({
      day,
      serial,
      onward: onwardFacts,
      serials: hops,
      ...(hourHops.length === 0 ? {} : { hours: hourHops }),
    });
  }
  const chain: DailyChain = { format: 1, channel, day: planned.day, serial: planned.serial, days };
  const content = new TextEncoder().encode(JSON.stringify(toChainFile(chain)));
  await write(planned.path, content);
  return { day: planned.day, bytes: content.length, sha256: sha256Of(content) };
}

function isChainOf(content: Uint8Array, { day, serial }: PlannedChain, channel: string): boolean {
  const chain = parseDailyChain(parseJson(new TextDecoder().decode(content)));
  return (
    chain.ok && chain.value.day === day && chain.value.serial === serial && chain.value.channel === channel
  );
}
