/**
 * Keeps the newest list in the engine. Stateless: compares digests in the engine, writes buckets that differ, then the
 * head. A new generation starts for another epoch or size, or if buckets are missing.
 */
import { groupBy } from '../../../core/group-by.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';
import type { EngineIdentity } from '../engine/engine-identity.ts';
import { EngineUnavailable, type EngineNode, type Reply } from '../engine/engine-node.ts';
import { requireNode, type EngineNodes } from '../engine/engine-nodes.ts';
import { runScript, StaleHead } from '../engine/engine-scripts.ts';
import { SHARD_COUNT } from '../engine/shards.ts';
import {
  whenAborted,
  EngineRefused,
  rejectEvictionPolicy,
  settleAll,
  troubleOf,
} from '../engine/writer-trouble.ts';
import { faultText } from '../fault-text.ts';
import { openTableFile } from '../list/compiled-list.ts';
import type { TableFile } from '../list/table-file.ts';
import { sectionsInBucket } from './list-bucket.ts';
import { bucketsOf, DIGEST_BYTES, type Bucket } from './list-buckets.ts';
import { compareOrder, listHeadText, parseListHead, type ListHead } from './list-head.ts';
import {
  bucketCount,
  bucketsKey,
  digestsKey,
  listKey,
  nextListKey,
  oldListKey,
  prefixBitsFor,
  stillFits,
  type ListSize,
} from './list-places.ts';
import { BEGIN_LIST, DROP_LIST, SWAP_LIST, WRITE_BUCKETS } from './list-scripts.ts';
import { isSameEpoch, stateOf, type ListState } from './list-state.ts';

const BEAT_MS = 1000;
const RETRY_MS = 250;
/** For failures that need an operator. */
const SLOW_RETRY_MS = 5000;
/** For a full server, whose remaining memory is for changes. */
const FULL_RETRY_MS = 30_000;
/** Lifetime of the previous epoch's list; readers poll their channel more often. */
const OLD_MS = 600_000;

/** Per write, which occupies a server for less than a millisecond. */
const MOST_PIECE_BYTES = 1 << 18;
const LEAST_PIECE_BYTES = 1 << 12;
/** Encodes one shard while another waits for its server. */
const MOST_SHARDS_AT_ONCE = 4;

/** Buckets checked per second: some 40 kB. */
const LOOKED_INTO = 64;
const NOTHING: Hash64 = { high: 0, low: 0 };

const ALL_SHARDS: readonly number[] = Array.from({ length: SHARD_COUNT }, (_, shard) => shard);

export interface ListWriterHooks {
  readonly log: (event: string, facts?: Readonly<Record<string, string | number>>) => void;
  /** Null once updates succeed again. */
  readonly onTrouble: (kind: string | null) => void;
  readonly fullRetryMs?: number;
  readonly oldMs?: number;
}

interface Target {
  readonly folder: string;
  readonly table: TableFile;
  readonly state: ListState;
  readonly size: ListSize;
}

interface Shard {
  readonly shard: number;
  readonly node: EngineNode;
  readonly run: string;
  readonly head: ListHead | null;
  readonly old: ListHead | null;
  readonly next: ListHead | null;
  /** Stored buckets of the current generation. */
  readonly buckets: number;
}

interface Written {
  buckets: number;
  bytes: number;
}

export class EngineListWriter {
  readonly #nodes: EngineNodes;
  readonly #identity: EngineIdentity;
  readonly #hooks: ListWriterHooks;
  #newest: string | null = null;
  #target: Target | null = null;
  /** Since when each shard has an old list, by `performance.now()`. */
  readonly #oldSince = new Map<number, number>();
  /** Lowered after a timeout, as the same write would time out again. */
  #pieceBytes = MOST_PIECE_BYTES;
  #shardsAtOnce = MOST_SHARDS_AT_ONCE;
  #lookedAt = { shard: 0, bucket: 0 };
  #trouble: string | null = 'not-found-yet';
  #wake: () => void = () => {};

  constructor(nodes: EngineNodes, identity: EngineIdentity, hooks: ListWriterHooks) {
    this.#nodes = nodes;
    this.#identity = identity;
    this.#hooks = hooks;
  }

  use(folder: string): void {
    this.#newest = folder;
    this.#wake();
  }

  /** Retries even after bugs. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.race([this.#nodes.connect(), whenAborted(signal)]);
    while (!signal.aborted) {
      let wait = BEAT_MS;
      try {
        await this.#step(signal);
        this.#pieceBytes = Math.min(MOST_PIECE_BYTES, this.#pieceBytes * 2);
        if (this.#pieceBytes === MOST_PIECE_BYTES) this.#shardsAtOnce = MOST_SHARDS_AT_ONCE;
        if (this.#target !== null) this.#tell(null);
      } catch (error) {
        if (signal.aborted) break;
        wait = this.#recover(error);
      }
      await this.#sleep(wait, signal);
    }
    await this.#target?.table.close();
    this.#nodes.close();
  }

  /** @returns retry delay, milliseconds */
  #recover(error: unknown): number {
    const kind = troubleOf(error);
    if (kind === 'away') {
      this.#pieceBytes = Math.max(LEAST_PIECE_BYTES, Math.floor(this.#pieceBytes / 2));
      this.#shardsAtOnce = 1;
    }
    this.#tell(kind, kind === 'fault' ? { what: faultText(error) } : {});
    void this.#nodes.refresh();
    if (kind === 'full') return this.#hooks.fullRetryMs ?? FULL_RETRY_MS;
    return kind === 'away' || kind === 'stale' ? RETRY_MS : SLOW_RETRY_MS;
  }

  async #step(signal: AbortSignal): Promise<void> {
    const target = await this.#aim();
    if (target === null) return;
    const shards = await this.#survey();
    const isAhead = ({ head }: Shard): boolean =>
      head !== null && head.root === target.state.root && compareOrder(head, target.state) > 0;
    // This writer was restored to an older list: keep the engine's until this one's channel has caught up.
    if (shards.some(isAhead)) throw new EngineRefused('ahead');
    await this.#layOut(
      shards.filter((shard) => !isLaidOutFor(target, shard)),
      target,
      signal,
    );
    await this.#bringOn(
      shards.filter((shard) => isLaidOutFor(target, shard) && !isCurrent(target, shard)),
      target,
      signal,
    );
    await this.#dropUnused(shards);
    await this.#lookInto(shards, target);
  }

  async #aim(): Promise<Target | null> {
    const folder = this.#newest;
    if (folder === null || folder === this.#target?.folder) return this.#target;
    const table = await openTableFile(folder);
    const before = this.#target;
    this.#target = {
      folder,
      table,
      state: stateOf(table),
      size: {
        entries: table.header.rowCount,
        fewestBits: Math.min(64, ...table.header.sections.map(({ fingerprintBits }) => fingerprintBits)),
      },
    };
    await before?.table.close();
    return this.#target;
  }

  /** Reads all heads, and detects emptied shards. */
  async #survey(): Promise<readonly Shard[]> {
    const surveyed = [...groupBy(ALL_SHARDS, (shard) => requireNode(this.#nodes, shard))].map(
      async ([node, some]): Promise<readonly Shard[]> => {
        const run = node.run();
        if (run === null) throw new EngineUnavailable('it is not known who answers');
        const [memory, ...texts] = await node.ask([
          ['INFO', 'memory'],
          ...some.flatMap((shard) => [
            ['GET', listKey(shard)],
            ['GET', oldListKey(shard)],
            ['GET', nextListKey(shard)],
          ]),
        ]);
        rejectEvictionPolicy(String(memory));
        const heads = some.map((_, index) => this.#headIn(texts[3 * index] ?? null));
        const counts = await node.ask(
          some.map((shard, index) => ['HLEN', bucketsKey(shard, heads[index]?.generation ?? 0)]),
        );
        return some.map((shard, index) => ({
          shard,
          node,
          run,
          head: heads[index] ?? null,
          old: this.#headIn(texts[3 * index + 1] ?? null),
          next: this.#headIn(texts[3 * index + 2] ?? null),
          buckets: Number(counts[index]),
        }));
      },
    );
    return (await Promise.all(surveyed)).flat();
  }

  #headIn(reply: Reply): ListHead | null {
    if (reply === null) return null;
    const head = parseListHead(String(reply));
    if (head === null) throw new EngineRefused('of-another-version');
    if (head.log !== this.#identity.log) throw new EngineRefused('of-another-log');
    return head;
  }

  async #layOut(shards: readonly Shard[], target: Target, signal: AbortSignal): Promise<void> {
    if (shards.length === 0) return;
    const { state, size } = target;
    const written: Written = { buckets: 0, bytes: 0 };
    const from = performance.now();
    this.#hooks.log('list-filling', { serial: state.serial, shards: shards.length });
    const filled: { readonly shard: Shard; readonly next: ListHead }[] = [];
    const fill = async (shard: Shard): Promise<void> => {
      const next: ListHead = {
        log: this.#identity.log,
        generation: Math.max(shard.head?.generation ?? 0, shard.old?.generation ?? 0) + 1,
        prefixBits: prefixBitsFor(size),
        ...state,
        entries: size.entries,
        run: shard.run,
      };
      await this.#fill(shard, next, target, written, signal);
      // Swap an empty shard at once: part of a list is better than none.
      if (shard.head === null) await this.#swap(shard, next);
      else filled.push({ shard, next });
    };
    try {
      await inGroups(shards, this.#shardsAtOnce, signal, fill);
    } catch (error) {
      // Free the memory, which changes may need.
      if (troubleOf(error) === 'full') for (const { shard, next } of filled) await dropNext(shard, next);
      throw error;
    }
    for (const { shard, next } of filled) await this.#swap(shard, next);
    this.#hooks.log('list-filled', {
      serial: state.serial,
      shards: shards.length,
      ...written,
      ms: Math.round(performance.now() - from),
    });
  }

  async #fill(
    of: Shard,
    next: ListHead,
    target: Target,
    written: Written,
    signal: AbortSignal,
  ): Promise<void> {
    const { shard, node } = of;
    const text = listHeadText(next);
    if (of.next === null || listHeadText(of.next) !== text) {
      const keys = [nextListKey(shard), ...contentKeys(shard, next)];
      // Preallocated: a growing string takes twice the room.
      const digestBytes = bucketCount(next.prefixBits) * DIGEST_BYTES;
      await runScript(node, BEGIN_LIST, keys, [text, String(digestBytes)]);
    }
    try {
      await this.#writeDiffering(of, { key: nextListKey(shard), head: next }, next, target, written, signal);
    } catch (error) {
      if (troubleOf(error) === 'full') await dropNext(of, next);
      throw error;
    }
  }

  async #swap({ shard, node, head, old, run }: Shard, next: ListHead): Promise<void> {
    if (node.run() !== run) throw new EngineUnavailable('another run');
    const isOtherEpoch = head !== null && !isSameEpoch(head, next);
    const unused = isOtherEpoch ? old : head;
    const keys = [listKey(shard), nextListKey(shard), oldListKey(shard)];
    if (unused !== null) keys.push(...contentKeys(shard, unused));
    const known = head === null ? '' : listHeadText(head);
    const text = listHeadText(next);
    await runScript(node, SWAP_LIST, keys, [known, text, text, isOtherEpoch ? known : '']);
    if (isOtherEpoch) this.#oldSince.set(shard, performance.now());
  }

  /** Updates shards in place. Readers see each bucket before or after the write. */
  async #bringOn(shards: readonly Shard[], target: Target, signal: AbortSignal): Promise<void> {
    if (shards.length === 0) return;
    const written: Written = { buckets: 0, bytes: 0 };
    const from = performance.now();
    await inGroups(shards, this.#shardsAtOnce, signal, async (shard) =>
      this.#bringShardOn(shard, target, written, signal),
    );
    this.#hooks.log('list-brought-on', {
      serial: target.state.serial,
      shards: shards.length,
      ...written,
      ms: Math.round(performance.now() - from),
    });
  }

  async #bringShardOn(of: Shard, target: Target, written: Written, signal: AbortSignal): Promise<void> {
    const { shard, head, run } = of;
    if (head === null) throw new RangeError(`shard ${shard} has not been laid out`);
    const after = { ...head, ...target.state, entries: target.size.entries, run };
    await this.#writeDiffering(of, { key: listKey(shard), head }, after, target, written, signal);
  }

  async #writeDiffering(
    { shard, node, run }: Shard,
    known: { readonly key: string; readonly head: ListHead },
    after: ListHead,
    { table }: Target,
    written: Written,
    signal: AbortSignal,
  ): Promise<void> {
    const { generation, prefixBits } = known.head;
    const keys = [known.key, ...contentKeys(shard, known.head)];
    const text = listHeadText(known.head);
    const [reply] = await node.ask([['GET', digestsKey(shard, generation)]]);
    const digests = reply instanceof Buffer ? reply : Buffer.alloc(0);
    const piece = new Piece();
    const write = async (next: string): Promise<void> => {
      signal.throwIfAborted();
      // After a restart, buckets written earlier in this pass may be gone; going on would complete the head without
      // them.
      if (node.run() !== run) throw new EngineUnavailable('another run');
      await runScript(node, WRITE_BUCKETS, keys, [text, next, ...piece.take(written)]);
    };
    for await (const bucket of bucketsOf(table, shard, prefixBits)) {
      const at = bucket.number * DIGEST_BYTES;
      if (digests.subarray(at, at + DIGEST_BYTES).equals(bucket.digest)) continue;
      piece.add(bucket);
      if (piece.bytes >= this.#pieceBytes) await write(text);
    }
    await write(listHeadText(after));
  }

  /** Removes lists of the previous epoch after `OLD_MS`, and abandoned generations. */
  async #dropUnused(shards: readonly Shard[]): Promise<void> {
    const now = performance.now();
    for (const one of shards) {
      const { shard, node, old, next } = one;
      if (next !== null) await dropNext(one, next);
      if (old === null) continue;
      const since = this.#oldSince.get(shard) ?? now;
      this.#oldSince.set(shard, since);
      if (now - since < (this.#hooks.oldMs ?? OLD_MS)) continue;
      await runScript(node, DROP_LIST, [oldListKey(shard), ...contentKeys(shard, old)], [listHeadText(old)]);
      this.#oldSince.delete(shard);
    }
  }

  /** Detects damage, which readers only see as "behind". */
  async #lookInto(shards: readonly Shard[], target: Target): Promise<void> {
    const looked = shards.find(({ shard }) => shard === this.#lookedAt.shard);
    if (looked === undefined || looked.head === null || !isLaidOutFor(target, looked)) return;
    const { shard, node, head } = looked;
    const { generation, prefixBits } = head;
    const count = bucketCount(prefixBits);
    const from = Math.min(this.#lookedAt.bucket, count);
    const numbers = Array.from({ length: Math.min(LOOKED_INTO, count - from) }, (_, index) => from + index);
    const isLast = from + numbers.length >= count;
    this.#lookedAt = isLast
      ? { shard: (shard + 1) % SHARD_COUNT, bucket: 0 }
      : { shard, bucket: from + numbers.length };
    const key = bucketsKey(shard, generation);
    const replies = await node.ask(numbers.map((number) => ['HGET', key, String(number)]));
    const damaged = numbers.filter((number, index) => {
      const reply = replies[index];
      const prefix = shard * count + number;
      // Null is no damage: the generation was replaced, or the next survey finds the bucket missing.
      return (
        reply instanceof Buffer &&
        !sectionsInBucket(reply, { epochKey: target.table.header.epochKey, prefixBits, prefix }, NOTHING).ok
      );
    });
    if (damaged.length === 0) return;
    this.#hooks.log('list-damaged', { shard, buckets: damaged.length });
    // A shard with a missing bucket gets a new generation.
    await node.ask([['HDEL', key, ...damaged.map(String)]]);
  }

  #tell(kind: string | null, facts: Readonly<Record<string, string>> = {}): void {
    if (kind === this.#trouble) return;
    this.#trouble = kind;
    if (kind === null) this.#hooks.log('list-in-engine');
    else this.#hooks.log('list-engine-failed', { kind, ...facts });
    this.#hooks.onTrouble(kind);
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = () => {};
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
      // In trouble, a new list causes no immediate retry.
      if (this.#trouble === null || this.#trouble === 'not-found-yet') this.#wake = done;
    });
  }
}

class Piece {
  bytes = 0;
  #words: (string | Buffer)[] = [];

  add({ number, digest, encode }: Bucket): void {
    const bytes = encode();
    this.#words.push(String(number), Buffer.from(bytes), digest);
    this.bytes += bytes.length;
  }

  take(written: Written): readonly (string | Buffer)[] {
    const words = this.#words;
    written.buckets += words.length / 3;
    written.bytes += this.bytes;
    [this.#words, this.bytes] = [[], 0];
    return words;
  }
}

/** Does nothing if `next` was swapped in meanwhile. */
async function dropNext({ shard, node }: Shard, next: ListHead): Promise<void> {
  try {
    const keys = [nextListKey(shard), ...contentKeys(shard, next)];
    await runScript(node, DROP_LIST, keys, [listHeadText(next)]);
  } catch (error) {
    if (!(error instanceof StaleHead)) throw error;
  }
}

function contentKeys(shard: number, { generation }: ListHead): readonly string[] {
  return [bucketsKey(shard, generation), digestsKey(shard, generation)];
}

/** Whether differences can be written in place. */
function isLaidOutFor({ state, size }: Target, { head, buckets }: Shard): boolean {
  return (
    head !== null &&
    isSameEpoch(head, state) &&
    stillFits(head.prefixBits, size) &&
    buckets === bucketCount(head.prefixBits)
  );
}

function isCurrent({ state }: Target, { head, run }: Shard): boolean {
  return head !== null && head.run === run && compareOrder(head, state) === 0;
}

async function inGroups(
  shards: readonly Shard[],
  atOnce: number,
  signal: AbortSignal,
  work: (shard: Shard) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < shards.length; from += atOnce) {
    signal.throwIfAborted();
    await settleAll(shards.slice(from, from + atOnce).map(work));
  }
}
