import { setImmediate as nextTurn } from 'node:timers/promises';
import { withCarried } from '../../../core/url/carried-addresses.ts';
import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import { mailtoOf } from '../../../core/url/mail-address.ts';
import { readLink } from '../../../core/url/read-link.ts';
import type { ChannelMatches } from '../../../core/lookup/channel-matches.ts';
import { judgeLink } from '../../../core/lookup/judge-link.ts';
import {
  candidatesOf,
  matchesOf,
  type LinkCandidate,
  type LinkMatch,
} from '../../../core/lookup/look-up-link.ts';
import { NO_RULES } from '../../../core/verdict/rules.ts';
import type { Verdict } from '../../../core/verdict/verdict.ts';
import type { ListFacts, LoadedList } from '../list/compiled-list.ts';

import { addedBy, channelOf } from './asked-channels.ts';
import type { ChangesTrouble, ChangeSource, Decision, LinkDecisions } from './change-source.ts';
import { ConfirmedHashes } from './confirmed-hashes.ts';

/** Links between two looks at the clock; others are answered meanwhile. 100 take about 2 ms. */
const LINKS_PER_TURN = 100;

/** What decides at one moment. Replaced as a whole, so that no link is judged by half of two lists. */
interface Generation {
  readonly list: LoadedList;
  readonly confirmed: ConfirmedHashes;
}

/** A key that a filter let through, and the sections that list it once that is known. */
interface Asked {
  readonly candidate: LinkCandidate;
  sections: readonly number[] | undefined;
}

export interface CheckLimits {
  /** Unix time, seconds. */
  readonly now: number;
  /** By `performance.now()`: links that are not reached by then are answered as not checked. */
  readonly deadline: number;
}

/** What is known of a link, and whether its changes could be looked up. */
export interface CheckedLink {
  readonly verdict: Verdict;
  /** Not null: what was changed since the list was built could not be looked up. */
  readonly trouble: ChangesTrouble | null;
  /** With trouble: it may be listed by a change, by what was known some seconds before. Never verified. */
  readonly isSuspect: boolean;
}

const OVERLOADED: Verdict = { kind: 'unchecked', because: 'overloaded', asks: false };
const UNKNOWN_CHANGES: Verdict = { kind: 'unchecked', because: 'storage-failed', asks: false };
const NOTHING_ELSEWHERE: LinkDecisions = { decisions: [], trouble: null, isSuspect: false };

/** Judges links against a list that may be replaced, and changes that may arrive, between any two links. */
export class LinkChecker {
  readonly #changes: ChangeSource | null;
  #generation: Generation | null = null;

  /** @param changes - where changes are looked up; null: there are none */
  constructor(changes: ChangeSource | null = null) {
    this.#changes = changes;
  }

  list(): LoadedList | null {
    return this.#generation?.list ?? null;
  }

  facts(): ListFacts | null {
    return this.#generation?.list.facts ?? null;
  }

  changeCount(): number {
    return this.#changes?.changeCount() ?? 0;
  }

  /** Takes a list into use. What is being judged meanwhile is judged by the one before it. */
  use(list: LoadedList): void {
    this.#generation = { list, confirmed: new ConfirmedHashes() };
  }

  /** Same order and length as `hrefs`. */
  check(hrefs: readonly string[], limits: CheckLimits): Promise<readonly CheckedLink[]> {
    return this.#check(hrefs, limits, false);
  }

  /**
   * The same for addresses that a message names as its sender: what lists them is caution, since anybody can write them.
   *
   * @param addresses - `user@host`, as `canonicalAddress` gives them
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

  /** How the last look at the changes went; null: well, or there are none. */
  changesTrouble(): ChangesTrouble | null {
    return this.#changes?.trouble() ?? null;
  }

  async #checkSome(
    hrefs: readonly string[],
    now: number,
    areSenders: boolean,
  ): Promise<readonly CheckedLink[]> {
    const generation = this.#generation;
    const list = generation?.list ?? null;
    const links = hrefs.map((href) => withCarried(readLink(href)));
    const looking = this.#changes?.lookUp(links, now) ?? null;
    const asked = generation === null ? [] : await lookUpAll(links, generation);
    const base = list === null ? null : channelOf(list.facts, now);
    const elsewhere = looking === null ? [] : await looking;
    return links.map((link, index): CheckedLink => {
      const { decisions, trouble, isSuspect } = elsewhere[index] ?? NOTHING_ELSEWHERE;
      const verdict = this.#judge(link, asked[index] ?? [], decisions, list, base, areSenders);
      // A change that nobody can look up now may name it.
      const isClear = verdict.kind === 'clear' && trouble === null;
      return {
        verdict: verdict.kind === 'clear' && !isClear ? UNKNOWN_CHANGES : verdict,
        trouble,
        isSuspect,
      };
    });
  }

  #judge(
    link: ReadLink,
    asked: readonly Asked[],
    decisions: readonly Decision[],
    list: LoadedList | null,
    base: Omit<ChannelMatches, 'matches'> | null,
    isSender: boolean,
  ): Verdict {
    const added = (decision: Decision): ChannelMatches =>
      // What the operator says of a sender counts, as what a publisher's people have looked at.
      addedBy(isSender ? { ...decision, level: 'danger' } : decision);
    const listed: LinkMatch[] = [];
    const channels: ChannelMatches[] = base === null ? [] : [{ ...base, matches: listed }];
    for (const { candidate, sections = [] } of asked) {
      const { layer, kind, expression } = candidate;
      const isDecided = decisions.some(
        (one) => one.layer === layer && one.kind === kind && one.expression === expression,
      );
      if (!isDecided && list !== null) listed.push(...matchesOf(candidate, sections, list.filter));
    }
    for (const decision of decisions) if (decision.action === 'add') channels.push(added(decision));
    return judgeLink(link, { channels, rules: NO_RULES, sender: null, isSender });
  }
}

/** The keys of links that the list may have, and the sections that have them. */
async function lookUpAll(
  links: readonly ReadLink[],
  { list, confirmed }: Generation,
): Promise<readonly (readonly Asked[])[]> {
  const asked = links.map((link) =>
    candidatesOf(link, list.hasher, list.filter).map((candidate): Asked => ({
      candidate,
      sections: confirmed.recall(candidate.hash),
    })),
  );
  const unknown = asked.flat().filter(({ sections }) => sections === undefined);
  if (unknown.length === 0) return asked;
  const found = await list.filter.confirm(
    unknown.map(({ candidate }) => candidate.hash),
    async (start, end) => list.table.subarray(start, end),
  );
  unknown.forEach((one, index) => {
    one.sections = found[index] ?? [];
    confirmed.remember(one.candidate.hash, one.sections);
  });
  return asked;
}
