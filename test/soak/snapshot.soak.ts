/**
 * What the snapshot format has to stand beyond the tests:
 *
 *     npm run soak -- snapshot [--files N]
 *
 * 1. Every hour of April to June 2026 of a real feed: each delta leads to the next base byte for byte; every day, the
 *    deltas of that day's plan bring clients of any age up to 30 days to the newest state in at most 5 requests.
 * 2. Mutated files, a million in all: bases, deltas, indexes and chain files are decoded without an exception, nothing
 *    is accepted that would not be written, and no file makes the decoder allocate more than 8 MB; the process grows by
 *    less than 100 MB.
 *
 * Seeded: a second run does the same. Ends with code 1 at the first failure.
 */
import { createHash } from 'node:crypto';
import {
  parseChannelIndex,
  type ChannelIndex,
  type DeltaReference,
} from '../../src/core/snapshot/channel-index.ts';
import { chainPath, parseDailyChain, type DailyChain } from '../../src/core/snapshot/daily-chain.ts';
import { decodeSnapshot } from '../../src/core/snapshot/decode-snapshot.ts';
import { encodeDelta } from '../../src/core/snapshot/encode-delta.ts';
import { decodeDelta } from '../../src/core/snapshot/decode-delta.ts';
import { encodeSnapshot } from '../../src/core/snapshot/encode-snapshot.ts';
import { planDeltas, type DeltaPair, type Publication } from '../../src/core/snapshot/plan-deltas.ts';
import { planUpdate } from '../../src/core/snapshot/plan-update.ts';
import type { Snapshot } from '../../src/core/snapshot/snapshot.ts';
import { aChannelIndex } from '../core/snapshot/channel-builders.ts';
import { RealHistory } from '../core/snapshot/real-history.ts';
import {
  aSection,
  aSnapshot,
  fingerprintsOf,
  randomHashes,
  randomWords,
} from '../core/snapshot/snapshot-builders.ts';
import { sharedDataMissing } from '../shared-data.ts';
import { chainApplied, deltaApplied, deltaOf } from '../core/snapshot/deltas.ts';

const HOUR = 3600;

/**
 * The real feed has 1,500 entries and a base of 5 kB, which is the cheapest way for everybody who missed a day. The
 * index says 4 MB, as for 10⁶ entries, so that clients take the long way through the chain.
 */
const PRETENDED_BASE_BYTES = 4_000_000;

function fileCount(): number {
  const option = process.argv.indexOf('--files');
  return option < 0 ? 1_000_000 : Number(process.argv[option + 1]);
}

function fail(what: string): never {
  console.error(`FAILED: ${what}`);
  process.exit(1);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A channel that holds what the plans keep, and nothing else. */
class Channel {
  readonly history: Publication[] = [];
  readonly deltas = new Map<string, Uint8Array>();
  readonly bases = new Map<number, Uint8Array>();
  chains = new Map<string, DailyChain>();
  index: Pick<ChannelIndex, 'channel' | 'serial' | 'base' | 'deltas' | 'chain'> | null = null;
  directBytes: number[] = [];

  publish(snapshot: Snapshot): void {
    const next = { serial: snapshot.serial, publishedAt: snapshot.publishedAt };
    const base = encodeSnapshot(snapshot);
    this.bases.set(next.serial, base);
    const { direct, chain, keep } = planDeltas(this.history, next);
    const deltas = direct.map((pair) => this.#reference(pair));
    if (chain !== null && !this.chains.has(chain.day)) {
      this.chains.set(chain.day, {
        format: 1,
        channel: 'soak',
        day: chain.day,
        serial: chain.serial,
        days: chain.days.map(({ day, serial, onward, serials }) => ({
          day,
          serial,
          onward: onward === null ? null : this.#reference(onward),
          serials: serials.map((pair) => this.#reference(pair)),
        })),
      });
    }
    const named = chain === null ? undefined : this.chains.get(chain.day);
    this.index = {
      channel: 'soak',
      serial: next.serial,
      base: { serial: next.serial, bytes: PRETENDED_BASE_BYTES, sha256: sha256(base) },
      deltas,
      chain: named === undefined ? null : { day: named.day, bytes: JSON.stringify(named).length, sha256: '' },
    };
    const kept = new Set(keep.deltas.map(({ from, to }) => `${from}-${to}`));
    for (const name of this.deltas.keys()) if (!kept.has(name)) this.deltas.delete(name);
    for (const serial of this.bases.keys()) if (!keep.bases.includes(serial)) this.bases.delete(serial);
    for (const day of this.chains.keys()) if (!keep.chains.includes(chainPath(day))) this.chains.delete(day);
    this.history.push(next);
  }

  #reference({ from, to }: DeltaPair): DeltaReference {
    const name = `${from}-${to}`;
    let bytes = this.deltas.get(name);
    if (bytes === undefined) {
      bytes = deltaOf(this.#decoded(from), this.#decoded(to));
      this.deltas.set(name, bytes);
    }
    return { from, to, bytes: bytes.length, sha256: sha256(bytes) };
  }

  #decoded(serial: number): Snapshot {
    const bytes = this.bases.get(serial) ?? fail(`a delta needs base ${serial}, which was not kept`);
    const decoded = decodeSnapshot(bytes);
    return decoded.ok ? decoded.value : fail(`base ${serial}: ${decoded.failure.kind}`);
  }
}

interface Way {
  readonly requests: number;
  readonly bytes: number;
  readonly kind: 'current' | 'deltas' | 'base';
}

/** What a client with an old base downloads, having applied it all. */
function update(channel: Channel, have: Uint8Array, serial: number): Way {
  const { index } = channel;
  if (index === null) return fail('no index');
  let plan = planUpdate(serial, index);
  let requests = 1;
  let bytes = 0;
  if (plan.kind === 'chain') {
    requests++;
    bytes += plan.bytes;
    plan = planUpdate(
      serial,
      index,
      channel.chains.get(plan.chain.day) ?? fail(`no chain of ${plan.chain.day}`),
    );
  }
  if (plan.kind === 'current') return { requests, bytes, kind: 'current' };
  if (plan.kind !== 'deltas')
    return {
      requests: requests + 1,
      bytes: bytes + (channel.bases.get(index.serial)?.length ?? 0),
      kind: 'base',
    };
  const files = plan.deltas.map(
    ({ from, to }) => channel.deltas.get(`${from}-${to}`) ?? fail(`delta ${from}-${to} is gone`),
  );
  const from = decodeSnapshot(have);
  if (!from.ok) return fail(from.failure.kind);
  const applied = chainApplied(from.value, files);
  if (!applied.ok) return fail(`${serial} to ${index.serial}: ${JSON.stringify(applied.failure)}`);
  if (sha256(encodeSnapshot(applied.value)) !== index.base.sha256) return fail(`${serial}: another state`);
  return {
    requests: requests + files.length,
    bytes: bytes + files.reduce((sum, file) => sum + file.length, 0),
    kind: 'deltas',
  };
}

function replayRealHours(): void {
  const started = performance.now();
  const history = new RealHistory();
  const channel = new Channel();
  /** Every base that ever was, as clients hold them. */
  const clients: Uint8Array[] = [];
  const hourly: number[] = [];
  const byAge = new Map<number, Way[]>();
  let serial = 0;
  for (let time = history.firstHour; time <= history.lastHour; time += HOUR) {
    serial++;
    const snapshot = history.snapshotAt(time, serial);
    channel.publish(snapshot);
    const base = encodeSnapshot(snapshot);
    const before = clients.at(-1);
    clients.push(base);
    if (before !== undefined) {
      const from = decodeSnapshot(before);
      if (!from.ok) fail(from.failure.kind);
      const delta = deltaOf(from.value, snapshot);
      hourly.push(delta.length);
      const applied = deltaApplied(from.value, delta);
      if (!applied.ok) fail(`hour ${serial}: ${JSON.stringify(applied.failure)}`);
      if (Buffer.compare(encodeSnapshot(applied.value), base) !== 0) fail(`hour ${serial}: not the base`);
    }
    // Clients of some ages, at a changing hour of each day.
    if (serial % 25 !== 0) continue;
    for (const age of [1, 5, 23, 24, 25, 47, 72, 7 * 24, 15 * 24 + 5, 29 * 24 + 11, 30 * 24]) {
      const have = clients[serial - 1 - age];
      if (have === undefined) continue;
      const way = update(channel, have, serial - age);
      if (way.requests > 5 || way.kind === 'base')
        fail(`${way.requests} requests for ${age} hours, ${way.kind}`);
      byAge.set(age, [...(byAge.get(age) ?? []), way]);
    }
  }
  const base = clients.at(-1)?.length ?? 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${serial} hours of a real feed in ${seconds} s; every delta leads to its base. Last base ${base} bytes.`,
  );
  console.log(`hourly delta: median ${median(hourly)} bytes, most ${Math.max(...hourly)}`);
  console.log('hours behind  requests  bytes (median)  by deltas');
  for (const [age, ways] of byAge) {
    const most = Math.max(...ways.map(({ requests }) => requests));
    const bytes = median(ways.map((way) => way.bytes));
    const share = ways.filter(({ kind }) => kind !== 'base').length / ways.length;
    console.log(
      `${String(age).padStart(12)}  ${String(most).padStart(8)}  ${String(bytes).padStart(14)}  ${(share * 100).toFixed(0).padStart(7)} %`,
    );
  }
  console.log(
    `kept: ${channel.bases.size} bases, ${channel.deltas.size} deltas, ${channel.chains.size} chain files`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

/** One file, and what a decoder makes of it: null for refused, or the bytes it would be written as. */
interface Target {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly decode: (bytes: Uint8Array) => Uint8Array | null | 'parsed';
  readonly share: number;
}

function targets(): readonly Target[] {
  const sections = [
    aSection({ fingerprints: fingerprintsOf(randomHashes(30, 1), 50) }),
    aSection({ category: 'spam', action: 'caution', fingerprints: fingerprintsOf(randomHashes(8, 2), 50) }),
  ];
  const from = aSnapshot({
    sections,
    exclusions: fingerprintsOf(randomHashes(2, 3), 64),
    opaque: [{ name: 'model', bytes: Uint8Array.of(1, 2, 3) }],
  });
  const to = aSnapshot({
    serial: 8,
    sections: [
      aSection({ fingerprints: fingerprintsOf(randomHashes(35, 1).slice(4), 50) }),
      aSection({ category: 'scam', fingerprints: fingerprintsOf(randomHashes(3, 5), 50) }),
    ],
  });
  const large = aSnapshot({
    epoch: { ...from.epoch, plannedEntries: 1_000_000 },
    sections: [aSection({ fingerprints: fingerprintsOf(randomHashes(100_000, 9), 50) })],
  });
  const base = (bytes: Uint8Array): Uint8Array | null => {
    const decoded = decodeSnapshot(bytes);
    return decoded.ok ? encodeSnapshot(decoded.value) : null;
  };
  const expected = encodeSnapshot({ ...to, serial: 1, publishedAt: 0 });
  const delta = (bytes: Uint8Array): Uint8Array | null => {
    const decoded = decodeDelta(bytes);
    const applied = deltaApplied(from, bytes);
    if (applied.ok) {
      const reached = encodeSnapshot({ ...applied.value, serial: 1, publishedAt: 0 });
      if (Buffer.compare(reached, expected) !== 0) fail('a delta that leads elsewhere');
    }
    return decoded.ok ? encodeDelta(decoded.value) : null;
  };
  const json =
    (parse: (value: unknown) => unknown) =>
    (bytes: Uint8Array): null | 'parsed' => {
      let value: unknown;
      try {
        value = JSON.parse(new TextDecoder().decode(bytes));
      } catch (error) {
        if (error instanceof SyntaxError) return null;
        throw error;
      }
      parse(value);
      return 'parsed';
    };
  const facts = { bytes: 5, sha256: '0'.repeat(64) };
  const chain = {
    format: 1,
    channel: 'soak',
    day: '2026-11-19',
    serial: 9,
    days: [
      { day: '2026-11-19', serial: 9, onward: null, serials: [{ from: 8, ...facts }] },
      { day: '2026-11-18', serial: 5, onward: facts, serials: [{ from: 4, ...facts }] },
    ],
  };
  const textOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  return [
    { name: 'base', bytes: encodeSnapshot(from), decode: base, share: 0.55 },
    { name: 'large base', bytes: encodeSnapshot(large), decode: base, share: 0.0005 },
    { name: 'delta', bytes: deltaOf(from, to), decode: delta, share: 0.2495 },
    { name: 'index', bytes: textOf(aChannelIndex()), decode: json(parseChannelIndex), share: 0.1 },
    { name: 'chain', bytes: textOf(chain), decode: json(parseDailyChain), share: 0.1 },
  ];
}

/** Another file: bytes changed, set to extremes, dropped, doubled, cut off or appended. */
function mutate(bytes: Uint8Array, word: () => number): Uint8Array {
  let mutated = bytes.slice();
  const edits = 1 + (word() % 4);
  for (let edit = 0; edit < edits; edit++) {
    const at = word() % Math.max(1, mutated.length);
    const kind = word() % 16;
    if (kind < 6) mutated[at] = (mutated[at] ?? 0) ^ (1 << (word() & 7));
    else if (kind < 9) mutated[at] = word();
    else if (kind < 12) {
      // A number of four bytes, where the large lengths and counts are.
      const extreme = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, word(), mutated.length][word() % 7] ?? 0;
      for (let byte = 0; byte < 4 && at + byte < mutated.length; byte++)
        mutated[at + byte] = extreme >>> (byte * 8);
    } else if (kind === 12) mutated = mutated.slice(0, at);
    else if (kind === 13)
      mutated = Uint8Array.of(...mutated.subarray(0, 4096), word(), ...mutated.subarray(4096, 8192));
    else {
      const length = Math.min(word() % 16, mutated.length - at);
      if (kind === 14) mutated.copyWithin(at, Math.max(0, at - length), at);
      else
        mutated = Uint8Array.of(
          ...mutated.subarray(0, Math.min(at, 8192)),
          ...mutated.subarray(at + length, 16_384),
        );
    }
  }
  return mutated;
}

function mutateFiles(total: number): void {
  const word = randomWords(2026);
  const started = performance.now();
  const smallest = process.memoryUsage().rss;
  let mostGrown = 0;
  let mostAtOnce = 0;
  for (const { name, bytes, decode, share } of targets()) {
    const count = Math.round(total * share);
    let accepted = 0;
    for (let file = 0; file < count; file++) {
      const mutated = mutate(bytes, word);
      const before = process.memoryUsage().arrayBuffers;
      const written = decode(mutated);
      mostAtOnce = Math.max(mostAtOnce, process.memoryUsage().arrayBuffers - before);
      if (written !== null) accepted++;
      if (written instanceof Uint8Array && Buffer.compare(written, mutated) !== 0) {
        fail(
          `a ${name} is accepted that would be written otherwise: ${Buffer.from(mutated).toString('hex')}`,
        );
      }
      if (file % 1000 === 0) mostGrown = Math.max(mostGrown, process.memoryUsage().rss - smallest);
    }
    console.log(`${name}: ${count} mutated files, ${accepted} still well-formed, no exception`);
  }
  const megabytes = (value: number): string => `${(value / 1e6).toFixed(1)} MB`;
  console.log(
    `${total} files in ${((performance.now() - started) / 1000).toFixed(0)} s; the process grew by ${megabytes(mostGrown)} at most, one decoding allocated ${megabytes(mostAtOnce)} at most`,
  );
  if (mostGrown > 100e6) fail('more than 100 MB');
  if (mostAtOnce > 8e6) fail('more than 8 MB for one file');
}

if (sharedDataMissing)
  console.log('skipped: the hours of a real feed, whose data is not beside the checkout');
else replayRealHours();
mutateFiles(fileCount());
