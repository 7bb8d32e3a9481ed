/** One file: all answers of a batch share inputs that are read once. */
import { fail, ok, type Result } from '../../../core/result.ts';
import { withCarried } from '../../../core/url/carried-addresses.ts';
import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import { readLink } from '../../../core/url/read-link.ts';
import type { ChannelMatches } from '../../../core/lookup/channel-matches.ts';
import { judgeLink, type Sender } from '../../../core/lookup/judge-link.ts';
import { ageOfList } from '../../../core/verdict/list-age.ts';
import { type LinkMatch, lookUpLink } from '../../../core/lookup/look-up-link.ts';
import { type Rule, ruleFor, type Rules, type ScopedSubject, withRule } from '../../../core/verdict/rules.ts';
import { writesTo } from '../../../core/url/mail-address.ts';
import { addressOf } from '../../../core/verdict/sender-address.ts';
import type { UncheckedBecause, Verdict } from '../../../core/verdict/verdict.ts';
import { includesSection, type SectionName } from '../../../core/snapshot/snapshot.ts';
import { isDeviceList } from '../../platform/channel-ids.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { CheckLinks, LinkDetails, LinkVerdict } from '../../protocol/link-messages.ts';
import { voiceOfList } from '../../../core/feed/list-presets.ts';
import { usedChannelIds, type KnownChannels } from '../lists/channel-list.ts';
import type { Channel } from '../realm/channel.ts';
import { isAllOff } from '../lists/sections-off.ts';
import type { FrameMemories } from './frame-memory.ts';
import {
  CAUTION,
  trustClears,
  contactFor,
  detailsOf,
  isAdministratorsBlock,
  mayTrust,
  toLinkVerdict,
  subjectsOf,
} from './link-details.ts';
import type { CheckResult } from '../realm/link-watchers.ts';
import { isUnreadable, type LoadedSnapshot, type SnapshotCache } from '../lists/loaded-snapshots.ts';
import { NewLinkLimit } from './new-link-limit.ts';
import type { ReaderTrust } from '../reader/reader-trust.ts';
import type { LinkPlace, OnceTrust } from '../reader/once-trust.ts';
import type { RuleBook } from '../reader/rule-book.ts';
import type { SenderMemory } from './sender-memory.ts';

export interface LinkServiceOptions {
  readonly snapshots: SnapshotCache;
  readonly channels: () => Promise<KnownChannels>;
  readonly sectionsOff: () => Promise<ReadonlyMap<string, readonly SectionName[]>>;
  readonly rules: RuleBook;
  readonly frames: FrameMemories;
  readonly senders: SenderMemory;
  readonly onceTrust: OnceTrust;
  readonly readerTrust: () => Promise<ReaderTrust>;
  readonly webmails: () => Promise<(host: string) => boolean>;
  readonly hasFailed: (channel: string) => Promise<boolean>;
  readonly firstList: () => Promise<void>;
  readonly now: () => number;
  /** Download these again. */
  readonly onDamaged: (channels: readonly string[]) => void;
  /** Storage is readable and holds no list. */
  readonly onNoList: () => void;
  /** Storage or policy is unreadable. */
  readonly onUnread: () => void;
}

interface Grounds {
  readonly snapshots: readonly LoadedSnapshot[];
  /** Sections switched off, by channel. */
  readonly off: ReadonlyMap<string, readonly SectionName[]>;
  readonly rules: Rules;
  /** If false, once-trust is ignored: an unreadable rule may block the link. */
  readonly areRulesWhole: boolean;
  readonly trust: ReaderTrust;
  readonly channels: ReadonlyMap<string, Channel>;
  /** Something is unreadable that might flag links, so none is clear. */
  readonly isIncomplete: boolean;
  /** A channel's first download failed: other channels clear nothing. */
  readonly isMissing: boolean;
  readonly isWebmail: (host: string) => boolean;
}

export class LinkService {
  readonly #options: LinkServiceOptions;
  readonly #limit = new NewLinkLimit();

  constructor(options: LinkServiceOptions) {
    this.#options = options;
  }

  async check(request: CheckLinks, caller: ContentCaller): Promise<CheckResult> {
    const { frames, senders, now } = this.#options;
    const { tabId, frameId } = caller;
    const hrefs = request.links.map(({ href }) => href);
    const address = request.sender === null ? null : addressOf(request.sender);
    const place = { tabId, frameId, messageKey: request.messageKey };
    const sender = await senders.join(place, address);

    const fresh = await frames.notJudged(tabId, frameId, hrefs);
    if (!this.#limit.admits(tabId, fresh.size, now()))
      return { answer: request.links.map(() => OVERLOADED), fresh: [] };

    await this.#options.firstList();
    const verdicts = await this.judge(hrefs, sender, place, (href, index) => {
      return request.links[index]?.tag === 'sender' || writesTo(href, sender);
    });
    await frames.rememberJudged(place, hrefs, sender);
    const counted = new Set<string>();
    return {
      answer: verdicts,
      fresh: verdicts.flatMap(({ verdict }, index) => {
        const href = hrefs[index] ?? '';
        if (!fresh.has(href) || counted.has(href)) return [];
        counted.add(href);
        return [verdict];
      }),
    };
  }

  /**
   * @param place - where once-trust is looked up; null ignores it
   * @param isSender - whether the link is the sender itself; by default, whether it writes to the sender alone
   */
  async judge(
    hrefs: readonly string[],
    sender: string | null,
    place: LinkPlace | null,
    isSender = (href: string, _index: number): boolean => writesTo(href, sender),
  ): Promise<readonly LinkVerdict[]> {
    const [grounds, once] = await Promise.all([this.#grounds(), this.#onceAt(place, hrefs)]);
    const from = sender === null ? null : { address: sender };
    const known = new Map<string, LinkVerdict>();
    const verdicts: LinkVerdict[] = [];
    for (const [index, href] of hrefs.entries()) {
      const isFrom = isSender(href, index);
      const key = `${String(isFrom)} ${href}`;
      const verdict =
        known.get(key) ??
        (await this.#judgeOne(
          withCarried(readLink(href, grounds.isWebmail)),
          withOnce(grounds, once.get(href)),
          from,
          isFrom,
        ));
      known.set(key, verdict);
      verdicts.push(verdict);
    }
    return verdicts;
  }

  /** What a rule may cover: narrowest first, the sender last. */
  async subjects(
    action: Rule['action'],
    href: string,
    sender: string | null,
  ): Promise<Result<readonly ScopedSubject[], 'set-by-administrator'>> {
    const grounds = await this.#grounds();
    const link = withCarried(readLink(href, grounds.isWebmail));
    const from = sender === null ? null : { address: sender };
    const { verdict } = await this.#judgeOne(link, grounds, from, writesTo(href, sender));
    const isForbidden =
      isAdministratorsBlock(verdict) || (action === 'trust' && !mayTrust(verdict, grounds.trust));
    return isForbidden
      ? fail('set-by-administrator')
      : ok(
          subjectsOf(action, link, verdict, from, grounds.rules).filter(
            ({ scope }) => action === 'block' || trustClears(scope, verdict),
          ),
        );
  }

  /** For links marked only by evidence. */
  async describe(hrefs: readonly string[], sender: string | null): Promise<readonly LinkDetails[]> {
    const { readerTrust, webmails, rules } = this.#options;
    const [trust, isWebmail, book] = await Promise.all([readerTrust(), webmails(), rules.current()]);
    const from = sender === null ? null : { address: sender };
    return hrefs.map((href) => {
      const { layers, scopes, hiddenBy } = detailsOf(readLink(href, isWebmail), CAUTION, from, book.rules);
      return { layers, scopes: trust.canAdd ? scopes : [], ...(hiddenBy === undefined ? {} : { hiddenBy }) };
    });
  }

  async hasSenderRule(address: string): Promise<boolean> {
    const { rules } = await this.#options.rules.current();
    return ruleFor(rules, [{ scope: 'sender', subject: address }]) !== null;
  }

  async #onceAt(place: LinkPlace | null, hrefs: readonly string[]): Promise<ReadonlyMap<string, Rule>> {
    const { frames, onceTrust } = this.#options;
    const found = new Map<string, Rule>();
    if (place === null) return found;
    const rules = await onceTrust.rulesAt(place);
    if (rules.size === 0) return found;
    for (const href of hrefs) {
      const rule = rules.get(await frames.hashOf(href));
      if (rule !== undefined) found.set(href, rule);
    }
    return found;
  }

  async #grounds(): Promise<Grounds> {
    const { snapshots, channels, sectionsOff, rules, readerTrust, webmails } = this.#options;
    const { onDamaged, onNoList, onUnread } = this.#options;
    const [loaded, known, off, book, trust, isWebmail] = await Promise.all([
      snapshots.load(),
      channels(),
      sectionsOff(),
      rules.current(),
      readerTrust(),
      webmails(),
    ]);
    const stored = new Set([...loaded.snapshots.map(({ stored }) => stored.channel), ...loaded.damaged]);
    const ids = usedChannelIds(known.channels, stored);
    const order = known.channels.map(({ id }) => id);
    const damaged = loaded.damaged.filter((id) => ids.has(id));
    if (damaged.length > 0) onDamaged(damaged);
    else if (loaded.snapshots.length === 0 && !loaded.storageFailed) onNoList();
    const isUnread = loaded.storageFailed || !known.isWhole || !book.isWhole;
    if (isUnread) onUnread();
    return {
      snapshots: loaded.snapshots
        .filter(
          ({ stored }) => ids.has(stored.channel) && !isAllOff(stored.sections, off.get(stored.channel)),
        )
        .sort((a, b) => order.indexOf(a.stored.channel) - order.indexOf(b.stored.channel)),
      off,
      rules: book.rules,
      areRulesWhole: book.isWhole,
      trust,
      channels: new Map(known.channels.map((channel) => [channel.id, channel])),
      isWebmail,
      isIncomplete: isUnread || damaged.length > 0,
      isMissing: await this.#isMissing(known.channels, stored),
    };
  }

  async #isMissing(channels: readonly Channel[], stored: ReadonlySet<string>): Promise<boolean> {
    const never = channels.filter(
      ({ id, origin }) => origin !== 'list' && origin !== 'packaged' && !stored.has(id),
    );
    const failed = await Promise.all(never.map(({ id }) => this.#options.hasFailed(id)));
    return failed.includes(true);
  }

  async #judgeOne(
    link: ReadLink,
    grounds: Grounds,
    sender: Sender | null,
    isSender: boolean,
  ): Promise<LinkVerdict> {
    const channels: ChannelMatches[] = [];
    let { isIncomplete } = grounds;
    for (const snapshot of grounds.snapshots) {
      const matches = await this.#matches(link, snapshot, grounds.off);
      if (matches === null) isIncomplete = true;
      const { stored } = snapshot;
      channels.push({
        channel: stored.channel,
        channelName: stored.name,
        serial: stored.serial,
        publishedAt: stored.publishedAt,
        status: ageOfList(stored, this.#options.now()),
        ...listKindOf(grounds.channels.get(stored.channel)),
        matches: matches ?? [],
      });
    }
    const verdict = judgeLink(link, {
      channels,
      rules: grounds.rules,
      sender,
      isSender,
      dangerStands: grounds.trust.dangerStands,
    });
    const missing = grounds.isMissing ? withoutClearing(verdict, 'no-snapshot') : verdict;
    const judged = isIncomplete ? withoutClearing(verdict, 'storage-failed') : missing;
    const answer = toLinkVerdict(link, judged, sender, grounds.trust, grounds.rules);
    const contact = contactFor(answer.verdict, grounds.snapshots);
    return contact === null ? answer : { ...answer, contact };
  }

  /** @returns null if the verification table is unreadable */
  async #matches(
    link: ReadLink,
    { stored, filter, hasher, readSlice }: LoadedSnapshot,
    off: Grounds['off'],
  ): Promise<readonly LinkMatch[] | null> {
    try {
      const matches = await lookUpLink(link, filter, hasher, readSlice);
      const switchedOff = off.get(stored.channel) ?? [];
      const used = matches.filter(({ section }) => !includesSection(switchedOff, section));
      // A list compiled here is its own source.
      return isDeviceList(stored.channel)
        ? used.map((match) => ({ ...match, section: { ...match.section, group: stored.name } }))
        : used;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      // The next request reads the stored list again.
      this.#options.snapshots.forget();
      this.#options.onDamaged([stored.channel]);
      return null;
    }
  }
}

function withOnce(grounds: Grounds, once: Rule | undefined): Grounds {
  return once === undefined || !grounds.areRulesWhole
    ? grounds
    : { ...grounds, rules: withRule(grounds.rules, once) };
}

function listKindOf(channel: Channel | undefined): Pick<ChannelMatches, 'kind' | 'voice'> {
  if (channel?.origin === 'list') return { kind: 'device-list', voice: voiceOfList(channel.url) };
  return { kind: channel?.origin === 'packaged' ? 'test-pages' : 'threats', voice: null };
}

const OVERLOADED: LinkVerdict = {
  verdict: { kind: 'unchecked', because: 'overloaded', asks: false },
  layers: [],
  scopes: [],
};

function isBecause(verdict: Verdict, because: UncheckedBecause): boolean {
  return verdict.kind === 'unchecked' && verdict.because === because;
}

/** Verdicts of rules and listings stay. */
function withoutClearing(verdict: Verdict, because: UncheckedBecause): Verdict {
  const isUnknown =
    verdict.kind === 'clear' || isBecause(verdict, 'no-snapshot') || isBecause(verdict, 'no-channel');
  return isUnknown ? { kind: 'unchecked', because, asks: false } : verdict;
}
