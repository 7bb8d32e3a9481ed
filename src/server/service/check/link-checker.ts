import { setImmediate as nextTurn } from 'node:timers/promises';
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
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
import { runInSteps } from '../../node/run-in-steps.ts';
import type { Change } from '../../node/changes/change.ts';
import { ChangeFilter, EitherFilter } from '../changes/change-filter.ts';
import { Overlay, type ChangeOutcome } from '../../node/changes/overlay.ts';
import type { ListFacts, LoadedList } from '../list/compiled-list.ts';
import type { Engine, EngineDecision, EngineTrouble, LinkDecisions } from '../engine/engine.ts';
import { addedBy, channelOf } from './asked-channels.ts';
import { ConfirmedHashes } from './confirmed-hashes.ts';

/** Links between two looks at the clock; others are answered meanwhile. 100 take about 2 ms. */
const LINKS_PER_TURN = 100;

/** What decides at one moment. Replaced as a whole, so that no link is judged by half of two lists. */
interface Generation {
  readonly list: LoadedList | null;
  readonly hasher: EntryHasher;
  readonly changes: ChangeFilter;
  readonly either: EitherFilter;
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

/** What is known of a link, and whether the engine could be asked. */
export interface CheckedLink {
  readonly verdict: Verdict;
  /** Not null: what was changed since the list was built could not be looked up. */
  readonly trouble: EngineTrouble | null;
  /** With trouble: it may be listed by a change, by what was known some seconds before. Never verified. */
  readonly isSuspect: boolean;
}

const OVERLOADED: Verdict = { kind: 'unchecked', because: 'overloaded', asks: false };
const UNKNOWN_CHANGES: Verdict = { kind: 'unchecked', because: 'storage-failed', asks: false };
const NOTHING_ELSEWHERE: LinkDecisions = { decisions: [], trouble: null, isSuspect: false };

/** Judges links against a list that may be replaced, and changes that may arrive, between any two links. */
export class LinkChecker {
  readonly #overlay = new Overlay();
  readonly #engine: Engine | null;
  #generation: Generation;
  /** A filter that is being made for the next generation: it hears of changes too. */
  #coming: ChangeFilter | null = null;
  #isGrowing = false;
  #making: Promise<void> = Promise.resolve();

  /** @param engine - where changes are looked up that this process does not hold; null: it holds all of them */
  constructor(engine: Engine | null = null) {
    this.#engine = engine;
    // Without a list any key will do; the first list brings its own.
    const hasher = new EntryHasher(new Uint8Array(8));
    this.#generation = generationOf(null, hasher, ChangeFilter.empty(hasher));
  }

  list(): LoadedList | null {
    return this.#generation.list;
  }

  facts(): ListFacts | null {
    return this.#generation.list?.facts ?? null;
  }

  changeCount(): number {
    return this.#overlay.count();
  }

  /** Takes a list into use. What is being judged meanwhile is judged by the one before it. */
  use(list: LoadedList): Promise<void> {
    return this.#inTurn(async () => {
      const hasSameKey = Buffer.compare(list.filter.epochKey, this.#epochKey()) === 0;
      const changes = hasSameKey ? this.#generation.changes : await this.#filterFor(list.hasher);
      this.#generation = generationOf(list, list.hasher, changes);
      this.#coming = null;
    });
  }

  apply(change: Change): ChangeOutcome {
    const outcome = this.#overlay.apply(change);
    if (outcome !== 'applied') return outcome;
    this.#generation.changes.follow(change);
    this.#coming?.follow(change);
    if (this.#generation.changes.isOutgrown() && !this.#isGrowing) this.#growFilter();
    return outcome;
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
    return this.#engine?.copiedEntryCount() ?? 0;
  }

  hasEngine(): boolean {
    return this.#engine !== null;
  }

  /** How the last look at the engine went; null: well, or there is none. */
  engineTrouble(): EngineTrouble | null {
    return this.#engine?.trouble() ?? null;
  }

  async #checkSome(
    hrefs: readonly string[],
    now: number,
    areSenders: boolean,
  ): Promise<readonly CheckedLink[]> {
    const { list, hasher, either, confirmed } = this.#generation;
    const links = hrefs.map((href) => withCarried(readLink(href)));
    const looking = this.#engine?.lookUp(links, now) ?? null;
    const asked = links.map((link): Asked[] =>
      candidatesOf(link, hasher, either).map((candidate) => ({
        candidate,
        sections: confirmed.recall(candidate.hash),
      })),
    );
    const unknown = asked.flat().filter(({ sections }) => sections === undefined);
    if (list !== null && unknown.length > 0) {
      const found = await list.filter.confirm(
        unknown.map(({ candidate }) => candidate.hash),
        async (start, end) => list.table.subarray(start, end),
      );
      unknown.forEach((one, index) => {
        one.sections = found[index] ?? [];
        confirmed.remember(one.candidate.hash, one.sections);
      });
    }
    const base = list === null ? null : channelOf(list.facts, now);
    const elsewhere = looking === null ? [] : await looking;
    return links.map((link, index): CheckedLink => {
      const { decisions, trouble, isSuspect } = elsewhere[index] ?? NOTHING_ELSEWHERE;
      const verdict = this.#judge(link, asked[index] ?? [], decisions, list, base, now, areSenders);
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
    decisions: readonly EngineDecision[],
    list: LoadedList | null,
    base: Omit<ChannelMatches, 'matches'> | null,
    now: number,
    isSender: boolean,
  ): Verdict {
    const added = (decision: EngineDecision): ChannelMatches =>
      // What the operator says of a sender counts, as what a publisher's people have looked at.
      addedBy(isSender ? { ...decision, level: 'danger' } : decision);
    const listed: LinkMatch[] = [];
    const channels: ChannelMatches[] = base === null ? [] : [{ ...base, matches: listed }];
    for (const { candidate, sections = [] } of asked) {
      const { layer, kind, expression } = candidate;
      const change = this.#overlay.decisive(kind, expression, now);
      if (change?.action === 'add')
        channels.push(added({ ...change, action: 'add', layer, kind, expression }));
      const isDecided =
        change !== null ||
        decisions.some((one) => one.layer === layer && one.kind === kind && one.expression === expression);
      if (!isDecided && list !== null) listed.push(...matchesOf(candidate, sections, list.filter));
    }
    for (const decision of decisions) if (decision.action === 'add') channels.push(added(decision));
    return judgeLink(link, { channels, rules: NO_RULES, sender: null, isSender });
  }

  #epochKey(): Uint8Array {
    return this.#generation.list?.filter.epochKey ?? new Uint8Array();
  }

  #growFilter(): void {
    this.#isGrowing = true;
    void this.#inTurn(async () => {
      this.#isGrowing = false;
      const { list, hasher } = this.#generation;
      if (!this.#generation.changes.isOutgrown()) return;
      const changes = await this.#filterFor(hasher);
      this.#generation = generationOf(list, hasher, changes);
      this.#coming = null;
    });
  }

  #filterFor(hasher: EntryHasher): Promise<ChangeFilter> {
    return runInSteps(
      ChangeFilter.over(this.#overlay, hasher, (filter) => {
        this.#coming = filter;
      }),
    );
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#making.then(work);
    this.#making = done.catch(() => undefined);
    return done;
  }
}

function generationOf(list: LoadedList | null, hasher: EntryHasher, changes: ChangeFilter): Generation {
  return {
    list,
    hasher,
    changes,
    either: new EitherFilter(list?.filter ?? null, changes),
    confirmed: new ConfirmedHashes(),
  };
}
