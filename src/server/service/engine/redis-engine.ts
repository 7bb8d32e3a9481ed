import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import type { LinkCandidate } from '../../../core/lookup/look-up-link.ts';
import { findRow } from './change-rows.ts';
import {
  worstTrouble,
  type ChangesTrouble,
  type ChangeSource,
  type Decision,
  type LinkDecisions,
} from '../check/change-source.ts';
import { isInForce } from '../../node/changes/change.ts';
import {
  EngineUnavailable,
  isEngineFailure,
  type Command,
  type EngineNode,
  type Reply,
} from './engine-node.ts';
import type { EngineNodes } from './engine-nodes.ts';
import { blockMayContain, isSpilled, selectorOf } from './filter-block.ts';
import { FilterCopy } from './filter-copy.ts';
import { groupBy } from '../../../core/group-by.ts';
import { questionsOf, type Question } from './link-questions.ts';
import { askShards, blockCommand, blockOf, rowsCommand } from './shard-exchange.ts';
import { keyBytes, parseHead, type ShardHead } from './shard-head.ts';
import { bucketOf, headKey, homeBlockOf, ownBlockOf, SHARD_COUNT } from './shards.ts';

/** A generation may be replaced during a lookup: retry. More in a row are a fault. */
const ATTEMPTS = 3;

interface Sought {
  readonly question: Question;
  readonly head: ShardHead;
  readonly candidate: LinkCandidate;
  readonly block: number;
}

interface Asked<Item> {
  readonly item: Item;
  readonly question: Question;
  readonly head: ShardHead;
  readonly command: Command;
}

/** Any number of links without changes usually takes one round trip per node. */
export class RedisEngine implements ChangeSource {
  readonly isEngine = true;
  readonly #nodes: EngineNodes;
  readonly #copy: FilterCopy;
  readonly #heads = new Map<number, ShardHead>();
  #hasher: { readonly key: string; readonly of: EntryHasher } | null = null;
  #trouble: ChangesTrouble | null = 'away';

  constructor(nodes: EngineNodes, copyBytes: number) {
    this.#nodes = nodes;
    this.#copy = new FilterCopy(copyBytes);
  }

  trouble(): ChangesTrouble | null {
    return this.#trouble;
  }

  async lookUp(links: readonly ReadLink[], now: number): Promise<readonly LinkDecisions[]> {
    if (this.#hasher === null) await this.#learn();
    if (this.#hasher === null) return links.map(() => ({ decisions: [], trouble: 'away', isSuspect: false }));
    const questions = questionsOf(links, this.#hasher.of);
    let open = questions;
    for (let attempt = 0; attempt < ATTEMPTS && open.length > 0; attempt++) {
      await this.#ask(open, now);
      open = open.filter(({ state }) => state === 'moved');
      for (const question of open) question.state = attempt < ATTEMPTS - 1 ? 'open' : 'behind';
    }
    this.#trouble = worstOf(questions);
    const byLink = groupBy(questions, ({ linkIndex }) => linkIndex);
    return links.map((_, index) => this.#answerOf(byLink.get(index) ?? []));
  }

  changeCount(): number {
    return 0;
  }

  copiedEntryCount(): number {
    return this.#copy.entryCount();
  }

  /** Call periodically. */
  async look(): Promise<void> {
    await this.#learn();
    await this.#copy.update(this.#nodes, this.#heads);
  }

  #answerOf(questions: readonly Question[]): LinkDecisions {
    const trouble = worstOf(questions);
    const isSuspect = (question: Question): boolean =>
      question.state !== 'answered' && this.#copy.mayKnow(question.place, question.keys());
    return {
      decisions: questions.flatMap(({ decisions }) => decisions),
      trouble,
      isSuspect: trouble !== null && questions.some(isSuspect),
    };
  }

  async #ask(questions: readonly Question[], now: number): Promise<void> {
    const byNode = groupBy(questions, ({ place }) => this.#nodes.nodeOf(place.shard));
    await Promise.all(
      [...byNode].map(async ([node, some]) => {
        try {
          if (node === null) throw new EngineUnavailable('nobody has these keys');
          await this.#askNode(node, some, now);
        } catch (error) {
          if (!isEngineFailure(error)) throw error;
          for (const question of some) question.state = 'away';
          void this.#nodes.refresh();
        }
      }),
    );
  }

  /**
   * Reads home blocks, blocks of spilled entries, rows; most links need only the first. A failed question skips the
   * rest.
   */
  async #askNode(node: EngineNode, questions: readonly Question[], now: number): Promise<void> {
    const sought: Sought[] = [];
    const spilled: Question[] = [];
    const homes = this.#askedOf(questions, (question, head) => {
      const block = homeBlockOf(question.place, head.blocks);
      return [[block, blockCommand(question.place.shard, head, block)]];
    });
    await this.#exchange(node, homes, ({ question, head, item: block }, reply) => {
      const bytes = blockOf(reply);
      if (bytes === null) return void (question.state = 'behind');
      for (const candidate of question.keys(selectorOf(bytes)))
        sought.push({ question, head, candidate, block });
      if (isSpilled(bytes)) spilled.push(question);
    });
    const owns = this.#askedOf(spilled.filter(isOpen), (question, head) =>
      question.keys().map((candidate) => {
        const block = ownBlockOf(candidate.hash, head.blocks);
        return [{ candidate, block }, blockCommand(question.place.shard, head, block)];
      }),
    );
    await this.#exchange(node, owns, ({ question, head, item }, reply) => {
      const bytes = blockOf(reply);
      if (bytes === null) return void (question.state = 'behind');
      if (blockMayContain(bytes, item.candidate.hash)) sought.push({ question, head, ...item });
    });
    const decisions = new Map<Question, Decision[]>();
    const rows = sought
      .filter(({ question }) => isOpen(question))
      .map(({ question, head, candidate, block }) => ({
        item: candidate,
        question,
        head,
        command: rowsCommand(question.place.shard, head, bucketOf(block)),
      }));
    await this.#exchange(node, rows, ({ question, item }, reply) => {
      const decision = decisionIn(reply, item, now);
      if (decision === 'damaged') question.state = 'behind';
      else if (decision !== null) decisions.set(question, [...(decisions.get(question) ?? []), decision]);
    });
    for (const question of questions) {
      if (!isOpen(question)) continue;
      question.state = 'answered';
      question.decisions = decisions.get(question) ?? [];
    }
  }

  #askedOf<Item>(
    questions: readonly Question[],
    commandsOf: (question: Question, head: ShardHead) => readonly (readonly [Item, Command])[],
  ): readonly Asked<Item>[] {
    return questions.flatMap((question) => {
      const head = this.#heads.get(question.place.shard);
      if (head === undefined) {
        question.state = 'behind';
        return [];
      }
      return commandsOf(question, head).map(([item, command]) => ({ item, question, head, command }));
    });
  }

  async #exchange<Item>(
    node: EngineNode,
    asked: readonly Asked<Item>[],
    onReply: (one: Asked<Item>, reply: Reply | undefined) => void,
  ): Promise<void> {
    const wanted = asked.filter(({ question }) => isOpen(question));
    if (wanted.length === 0) return;
    const groups = [...groupBy(wanted, ({ question }) => question.place.shard)];
    const requests = groups.flatMap(([shard, some]) =>
      some[0] === undefined
        ? []
        : [{ shard, head: some[0].head, commands: some.map(({ command }) => command) }],
    );
    const answers = await askShards(node, requests);
    groups.forEach(([shard, some], index) => {
      const answer = answers[index];
      if (answer?.kind === 'confirmed') some.forEach((one, place) => onReply(one, answer.replies[place]));
      else if (answer?.kind === 'moved') {
        this.#takeHead(shard, answer.head);
        for (const { question } of some) question.state = 'moved';
      } else for (const { question } of some) question.state = 'behind';
    });
  }

  async #learn(): Promise<void> {
    const shards = Array.from({ length: SHARD_COUNT }, (_, shard) => shard);
    const byNode = groupBy(shards, (shard) => this.#nodes.nodeOf(shard));
    await Promise.all(
      [...byNode].map(async ([node, some]) => {
        try {
          const replies = await (node?.ask(some.map((shard) => ['GET', headKey(shard)])) ?? []);
          some.forEach((shard, index) => {
            const head = parseHead(String(replies[index]));
            if (head !== null) this.#takeHead(shard, head);
          });
        } catch (error) {
          if (!isEngineFailure(error)) throw error;
          void this.#nodes.refresh();
        }
      }),
    );
  }

  #takeHead(shard: number, head: ShardHead): void {
    this.#heads.set(shard, head);
    if (head.key !== this.#hasher?.key) this.#hasher = { key: head.key, of: new EntryHasher(keyBytes(head)) };
  }
}

function isOpen({ state }: Question): boolean {
  return state === 'open';
}

function decisionIn(
  reply: Reply | undefined,
  { layer, kind, expression, hash }: LinkCandidate,
  now: number,
): Decision | 'damaged' | null {
  // A block with this key's bits has entries, so its bucket has rows.
  if (!(reply instanceof Buffer)) return 'damaged';
  const found = findRow(reply, hash);
  if (!found.ok) return 'damaged';
  if (found.value === null) return null;
  const { change } = found.value;
  if (!isInForce(change, now)) return null;
  const { action, category, level, sequence, at } = change;
  return { action, category, level, sequence, at, layer, kind, expression };
}

function worstOf(questions: readonly Question[]): ChangesTrouble | null {
  return worstTrouble(questions.map(({ state }) => state));
}
