import { setImmediate as nextTurn } from 'node:timers/promises';
import { withCarried } from '../../../core/url/carried-addresses.ts';
import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import { mailtoOf } from '../../../core/url/mail-address.ts';
import { readLink } from '../../../core/url/read-link.ts';
import type { ChannelMatches } from '../../../core/lookup/channel-matches.ts';
import { judgeLink } from '../../../core/lookup/judge-link.ts';
import { candidatesOf, matchesOf, type LinkCandidate } from '../../../core/lookup/look-up-link.ts';
import { NO_RULES } from '../../../core/verdict/rules.ts';
import type { Verdict } from '../../../core/verdict/verdict.ts';
import type { LoadedList } from '../list/compiled-list.ts';
import type { ListFacts } from '../list/list-facts.ts';
import type { Confirmed } from '../list/list-table.ts';

import { channelOfAddition, channelOf } from './channel-of.ts';
import {
  worstTrouble,
  type ChangesTrouble,
  type ChangeSource,
  type Decision,
  type LinkDecisions,
} from './change-source.ts';
import { ConfirmedHashes } from './confirmed-hashes.ts';

/** Links per event-loop turn: 100 take about 2 ms. */
const LINKS_PER_TURN = 100;

/** Replaced as a whole: no link is judged by two lists. */
interface Generation {
  readonly list: LoadedList;
  readonly confirmed: ConfirmedHashes;
}

interface Asked {
  readonly candidate: LinkCandidate;
  readonly found: Confirmed;
}

export interface CheckLimits {
  /** Unix seconds. */
  readonly now: number;
  /** By `performance.now()`. Links not reached by then are unchecked. */
  readonly deadline: number;
}

export interface CheckedLink {
  readonly verdict: Verdict;
  /** Why list or changes could not be looked up. */
  readonly trouble: ChangesTrouble | null;
  /** With trouble: the resident filter, or changes of some seconds ago, suggest that the link is listed. */
  readonly isSuspect: boolean;
}

const OVERLOADED: Verdict = { kind: 'unchecked', because: 'overloaded', asks: false };
const NO_LIST: Verdict = { kind: 'unchecked', because: 'no-snapshot', asks: false };
const UNKNOWN: Verdict = { kind: 'unchecked', because: 'storage-failed', asks: false };
const NOTHING_ELSEWHERE: LinkDecisions = { decisions: [], trouble: null, isSuspect: false };

export class LinkChecker {
  readonly #changes: ChangeSource | null;
  /** By channel; null until its list is there. */
  #generations: readonly (Generation | null)[];

  constructor(changes: ChangeSource | null = null, channels = 1) {
    this.#changes = changes;
    this.#generations = Array.from({ length: channels }, () => null);
  }

  lists(): readonly (LoadedList | null)[] {
    return this.#generations.map((generation) => generation?.list ?? null);
  }

  /** Of the list that was published first; null if a channel has none. */
  facts(): ListFacts | null {
    const facts = this.lists().map((list) => list?.facts ?? null);
    return facts.reduce((old, one) =>
      old === null || one === null ? null : one.publishedAt < old.publishedAt ? one : old,
    );
  }

  changeCount(): number {
    return this.#changes?.changeCount() ?? 0;
  }

  /** Checks in progress finish with the previous list. */
  use(list: LoadedList, channel = 0): void {
    this.#generations = this.#generations.with(channel, { list, confirmed: new ConfirmedHashes() });
  }

  /** Same order and length as `hrefs`. */
  check(hrefs: readonly string[], limits: CheckLimits): Promise<readonly CheckedLink[]> {
    return this.#check(hrefs, limits, false);
  }

  /**
   * Listings only mean caution, since senders can be forged.
   * @param addresses - as from `canonicalAddress`
   */
  checkSenders(addresses: readonly string[], limits: CheckLimits): Promise<readonly CheckedLink[]> {
    return this.#check(addresses.map(mailtoOf), limits, true);
  }

  async #check(
    hrefs: readonly string[],
    { now, deadline }: CheckLimits,
    areSenders: boolean,
  ): Promise<readonly CheckedLink[]> {
    const checked: CheckedLink[] = [];
    for (let from = 0; from < hrefs.length; from += LINKS_PER_TURN) {
      if (from > 0) await nextTurn();
      const some = hrefs.slice(from, from + LINKS_PER_TURN);
      if (performance.now() >= deadline) {
        for (let index = 0; index < some.length; index++) {
          checked.push({ verdict: OVERLOADED, trouble: null, isSuspect: false });
        }
      } else checked.push(...(await this.#checkSome(some, now, areSenders)));
    }
    return checked;
  }

  copiedEntryCount(): number {
    return this.#changes?.copiedEntryCount() ?? 0;
  }

  hasEngine(): boolean {
    return this.#changes?.isEngine === true;
  }

  /** Of the last lookups. */
  trouble(): ChangesTrouble | null {
    return worstTrouble([this.#changes?.trouble(), ...this.lists().map((list) => list?.table.trouble())]);
  }

  async #checkSome(
    hrefs: readonly string[],
    now: number,
    areSenders: boolean,
  ): Promise<readonly CheckedLink[]> {
    // Once: no link is judged by two lists of one channel.
    const generations = this.#generations;
    const links = hrefs.map((href) => withCarried(readLink(href)));
    const looking = this.#changes?.lookUp(links, now) ?? null;
    const looked = await Promise.all(
      generations.map(async (generation) =>
        generation === null ? null : { list: generation.list, asked: await lookUpAll(links, generation) },
      ),
    );
    const elsewhere = looking === null ? [] : await looking;
    return links.map((link, index): CheckedLink => {
      const { decisions, trouble, isSuspect } = elsewhere[index] ?? NOTHING_ELSEWHERE;
      const lists = looked.map((one) => one && { list: one.list, asked: one.asked[index] ?? [] });
      const verdict = judge(link, lists, decisions, now, areSenders);
      const tableTrouble = worstTrouble(lists.flatMap((one) => one?.asked.map(({ found }) => found) ?? []));
      const worst = worstTrouble([trouble, tableTrouble]);
      // Entries that could not be looked up may name the link.
      const isUnknown = verdict.kind === 'clear' && worst !== null;
      return {
        verdict: isUnknown ? UNKNOWN : verdict,
        trouble: worst,
        isSuspect: isSuspect || tableTrouble !== null,
      };
    });
  }
}

interface AskedList {
  readonly list: LoadedList;
  readonly asked: readonly Asked[];
}

/** The worst of all channels; without the list of one of them, nothing is clear. */
function judge(
  link: ReadLink,
  lists: readonly (AskedList | null)[],
  decisions: readonly Decision[],
  now: number,
  isSender: boolean,
): Verdict {
  const channels = lists.flatMap((one): readonly ChannelMatches[] => {
    if (one === null) return [];
    const { list, asked } = one;
    const matches = asked.flatMap(({ candidate, found }) => {
      const { layer, kind, expression } = candidate;
      const isDecided = decisions.some(
        (one) => one.layer === layer && one.kind === kind && one.expression === expression,
      );
      return isDecided || typeof found === 'string' ? [] : matchesOf(candidate, found, list.filter);
    });
    return [{ ...channelOf(list.facts, now), matches }];
  });
  const added = decisions.flatMap((decision) =>
    decision.action === 'add' ? [channelOfAddition(decision)] : [],
  );
  const verdict = judgeLink(link, {
    channels: [...channels, ...added],
    rules: NO_RULES,
    sender: null,
    isSender,
  });
  return verdict.kind === 'clear' && channels.length < lists.length ? NO_LIST : verdict;
}

async function lookUpAll(
  links: readonly ReadLink[],
  { list, confirmed }: Generation,
): Promise<readonly (readonly Asked[])[]> {
  const unknown: LinkCandidate[] = [];
  const asked = links.map((link) =>
    candidatesOf(link, list.hasher, list.filter).map((candidate) => {
      const known = confirmed.recall(candidate.hash);
      return { candidate, known, place: known === undefined ? unknown.push(candidate) - 1 : -1 };
    }),
  );
  const answers = unknown.length === 0 ? [] : await list.table.confirm(unknown.map(({ hash }) => hash));
  unknown.forEach(({ hash }, index) => {
    const found = answers[index];
    if (found !== undefined && typeof found !== 'string') confirmed.remember(hash, found);
  });
  return asked.map((some) =>
    some.map(({ candidate, known, place }) => ({ candidate, found: known ?? answers[place] ?? 'away' })),
  );
}
