import { groupBy } from '../../../core/group-by.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';
import {
  EngineUnavailable,
  isEngineFailure,
  type Command,
  type EngineNode,
  type Reply,
} from '../engine/engine-node.ts';
import type { EngineNodes } from '../engine/engine-nodes.ts';
import { SHARD_COUNT } from '../engine/shards.ts';
import type { ListLayers } from '../list/compiled-list.ts';
import type { Confirmed, ListTable, TableTrouble } from '../list/list-table.ts';
import { sectionId, sectionsInBucket } from './list-bucket.ts';
import { parseListHead, type ListHead } from './list-head.ts';
import { bucketCount, bucketOfHash, bucketsKey, listKey, oldListKey, shardOfHash } from './list-places.ts';
import { canAnswerFor, isSameEpoch, stateOf, type ListState } from './list-state.ts';

/** A generation may be replaced during a lookup: retry. */
const ATTEMPTS = 3;

const ALL_SHARDS: readonly number[] = Array.from({ length: SHARD_COUNT }, (_, shard) => shard);

/** Heads of the current list and of the previous epoch's. */
type SeenHeads = { readonly isConfirmed: boolean; readonly heads: readonly ListHead[] } | 'away';

interface Question {
  readonly hash: Hash64;
  readonly shard: number;
  /** Null: open, or to be retried. */
  answer: Confirmed | null;
}

interface Reading {
  readonly state: ListState;
  readonly epochKey: Uint8Array;
  /** Section indices by the engine's section ids. */
  readonly indexOf: ReadonlyMap<number, number>;
}

/** A lookup usually takes one round trip per node. */
export class ListInEngine {
  readonly #nodes: EngineNodes;
  readonly #seen = new Map<number, SeenHeads>();

  constructor(nodes: EngineNodes) {
    this.#nodes = nodes;
  }

  /** Call periodically. */
  async look(): Promise<void> {
    const byNode = groupBy(ALL_SHARDS, (shard) => this.#nodes.nodeOf(shard));
    await Promise.all(
      [...byNode].map(async ([node, shards]) => {
        try {
          if (node === null) throw new EngineUnavailable('nobody has these keys');
          const run = node.run();
          const replies = await node.ask(shards.flatMap(headCommands));
          shards.forEach((shard, index) => this.#see(shard, run, replies.slice(2 * index, 2 * index + 2)));
        } catch (error) {
          if (!isEngineFailure(error)) throw error;
          for (const shard of shards) this.#seen.set(shard, 'away');
          void this.#nodes.refresh();
        }
      }),
    );
  }

  isWholeFor(layers: Pick<ListLayers, 'facts' | 'header'>): boolean {
    return this.#troubleFor(stateOf(layers)) === null;
  }

  tableOf(layers: ListLayers): ListTable {
    const { header, filter } = layers;
    const { epochKey, sections } = header;
    const reading: Reading = {
      state: stateOf(layers),
      epochKey,
      indexOf: new Map(
        sections.map((section, index) => [sectionId(section, section.fingerprintBits, epochKey), index]),
      ),
    };
    return {
      confirm: (hashes) => this.#confirm(hashes, reading, (hash) => filter.excludes(hash)),
      trouble: () => this.#troubleFor(reading.state),
    };
  }

  #troubleFor(state: ListState): TableTrouble | null {
    const found = ALL_SHARDS.map((shard): TableTrouble | null => {
      const seen = this.#seen.get(shard) ?? 'away';
      if (seen === 'away') return 'away';
      return seen.isConfirmed && seen.heads.some((head) => canAnswerFor(head, state)) ? null : 'behind';
    });
    return found.find((one) => one === 'away') ?? found.find((one) => one !== null) ?? null;
  }

  async #confirm(
    hashes: readonly Hash64[],
    reading: Reading,
    isExcluded: (hash: Hash64) => boolean,
  ): Promise<readonly Confirmed[]> {
    const questions = hashes.map((hash): Question => ({
      hash,
      shard: shardOfHash(hash),
      answer: isExcluded(hash) ? [] : null,
    }));
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const open = questions.filter(({ answer }) => answer === null);
      if (open.length === 0) break;
      const byNode = groupBy(open, ({ shard }) => this.#nodes.nodeOf(shard));
      await Promise.all([...byNode].map(async ([node, some]) => this.#askOrAway(node, some, reading)));
    }
    return questions.map(({ answer }) => answer ?? 'behind');
  }

  async #askOrAway(node: EngineNode | null, questions: readonly Question[], reading: Reading): Promise<void> {
    try {
      if (node === null) throw new EngineUnavailable('nobody has these keys');
      await this.#ask(node, questions, reading);
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      for (const question of questions) question.answer = 'away';
      void this.#nodes.refresh();
    }
  }

  /** Reads heads first: if a generation is then replaced, its buckets are missing, never wrong. */
  async #ask(node: EngineNode, questions: readonly Question[], reading: Reading): Promise<void> {
    const run = node.run();
    const groups = [...groupBy(questions, ({ shard }) => shard)].map(([shard, some]) => {
      const seen = this.#seen.get(shard) ?? 'away';
      const head = seen === 'away' ? null : headFor(seen.heads, reading.state);
      const buckets =
        head === null ? [] : [...new Set(some.map(({ hash }) => bucketOfHash(hash, head.prefixBits)))];
      const commands = buckets.map((bucket) => bucketCommand(shard, head, bucket));
      return { shard, some, head, buckets, commands: [...headCommands(shard), ...commands] };
    });
    const replies = await node.ask(groups.flatMap(({ commands }) => commands));
    let next = 0;
    for (const { shard, some, head, buckets, commands } of groups) {
      const mine = replies.slice(next, next + commands.length);
      next += commands.length;
      const { isConfirmed, heads } = this.#see(shard, run, mine);
      const found = isConfirmed ? headFor(heads, reading.state) : null;
      // Unconfirmed: behind. Another generation than asked: the answer stays null, for a retry.
      if (found === null) for (const question of some) question.answer = 'behind';
      else if (head !== null && isSameGeneration(found, head))
        for (const question of some) {
          const place = buckets.indexOf(bucketOfHash(question.hash, head.prefixBits));
          question.answer = answerIn(mine[2 + place], question, head, reading);
        }
    }
  }

  #see(shard: number, run: string | null, replies: readonly Reply[]): Exclude<SeenHeads, 'away'> {
    const [current = null, old = null] = replies.slice(0, 2).map((reply) => parseListHead(String(reply)));
    // `ask` fails if the connection changes, so `run` is of the process that answered.
    const isConfirmed = run !== null && current?.run === run;
    const seen = { isConfirmed, heads: [current, old].filter((head) => head !== null) };
    this.#seen.set(shard, seen);
    return seen;
  }
}

function headCommands(shard: number): readonly Command[] {
  return [
    ['GET', listKey(shard)],
    ['GET', oldListKey(shard)],
  ];
}

function bucketCommand(shard: number, head: ListHead | null, bucket: number): Command {
  return ['HGET', bucketsKey(shard, head?.generation ?? 0), String(bucket)];
}

/** A list older than `state`, like an expired one, flags but does not clear. */
function headFor(heads: readonly ListHead[], state: ListState): ListHead | null {
  return (
    heads.find((head) => canAnswerFor(head, state)) ?? heads.find((head) => isSameEpoch(head, state)) ?? null
  );
}

function isSameGeneration(a: ListHead, b: ListHead): boolean {
  return a.log === b.log && a.generation === b.generation && a.prefixBits === b.prefixBits;
}

function answerIn(
  reply: Reply | undefined,
  { hash, shard }: Question,
  head: ListHead,
  { state, epochKey, indexOf }: Reading,
): Confirmed | null {
  const { prefixBits } = head;
  // Empty buckets are stored too, so the generation was removed or data lost: retry.
  if (!(reply instanceof Buffer)) return null;
  const prefix = shard * bucketCount(prefixBits) + bucketOfHash(hash, prefixBits);
  const found = sectionsInBucket(reply, { epochKey, prefixBits, prefix }, hash);
  if (!found.ok) return 'behind';
  const indices = found.value.map((id) => indexOf.get(id));
  const known = indices.filter((index) => index !== undefined);
  // Listed in a section that this list lacks, or unlisted in a state older than this list.
  if (known.length < indices.length || (known.length === 0 && !canAnswerFor(head, state))) return 'behind';
  return known.sort((a, b) => a - b);
}
