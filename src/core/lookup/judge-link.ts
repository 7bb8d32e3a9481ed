import { SELF_TEST_HOST } from '../self-test/self-test-mail.ts';
import type { LinkLayer, ReadLink, Truncated } from '../url/canonical/link-layer.ts';
import type { ChannelMatches } from './channel-matches.ts';
import { levelOfDeviceListing } from './device-listings.ts';
import { type Rule, ruleFor, ruleForLayer, type Rules } from '../verdict/rules.ts';
import { limitSenderListings } from './sender-listings.ts';
import { CATEGORIES, type Reason, type Verdict } from '../verdict/verdict.ts';

/** The claimed sender, possibly forged: trust in it never clears a danger. */
export interface Sender {
  /** Lower case. */
  readonly address: string;
}

export interface LinkEvidence {
  /** All channels with a snapshot, in the reader's order. */
  readonly channels: readonly ChannelMatches[];
  readonly rules: Rules;
  readonly sender: Sender | null;
  /** The link is the message's sender address. */
  readonly isSender?: boolean;
  /** Administrator policy: the reader's trust clears only caution. */
  readonly dangerStands?: boolean;
}

type Listed = Extract<Reason, { kind: 'listed' }>;
type Allowed = Extract<Verdict, { kind: 'allowed' }>;
type Unchecked = Extract<Verdict, { kind: 'unchecked' }>;

/**
 * Trust covers only the layer it names: a flagged destination in a trusted wrapper stays flagged, and a link is allowed
 * only if every layer but pure wrappers is. Otherwise the worst layer over all channels counts. Order: flagged,
 * truncated, allowed, unchecked, clear. A click on a truncated link asks first: senders can reach any limit at will,
 * and good mail reaches none.
 *
 * Carried addresses (`withCarried`) clear nothing. A listed one makes the page that carries it caution, unless the
 * reader trusts either. A click asks if the listing alone is danger and no wrapper carries it.
 */
export function judgeLink(link: ReadLink, evidence: LinkEvidence): Verdict {
  const { rules, sender, isSender = false, dangerStands = false } = evidence;
  const channels = isSender ? limitSenderListings(evidence.channels) : evidence.channels;
  const senderRule = sender === null ? null : ruleFor(rules, [{ scope: 'sender', subject: sender.address }]);
  const reasons: Reason[] = senderRule?.action === 'block' ? [blockedReason(senderRule, 0)] : [];
  let allowed: Allowed | null = null;
  let isEachLayerDecided = true;
  const trusted = new Set<number>();

  link.layers.forEach((layer, index) => {
    if (layer.isCarried === true) return;
    const rule = ruleForLayer(rules, layer);
    if (rule?.action === 'trust') trusted.add(index);
    if (rule?.action === 'block') reasons.push(blockedReason(rule, index));
    else if (rule !== null) {
      allowed ??= allowedBy(rule);
      if (dangerStands && rule.by === 'reader')
        reasons.push(...listings(channels, index, isSender).filter(({ level }) => level === 'danger'));
    } else if (layer.host === SELF_TEST_HOST) {
      reasons.push({ kind: 'self-test', level: 'danger', layer: index });
    } else {
      reasons.push(...listings(channels, index, isSender));
      // A pure wrapper needs no decision of its own.
      if (!isOnlyWrapper(layer)) isEachLayerDecided = false;
    }
  });

  const carried = carriedListings(link, channels, rules, trusted, reasons);
  reasons.push(...carried.reasons);

  // No rule or list covers what is beyond a limit.
  const isTruncated = link.truncated.length > 0;
  if (reasons.length > 0) {
    const isDanger = reasons.some(({ level }) => level === 'danger');
    if (isDanger || carried.asks || senderRule?.action !== 'trust') {
      return {
        kind: 'flagged',
        level: isDanger ? 'danger' : 'caution',
        asks: isDanger || carried.asks || isTruncated,
        reasons: [...sortWorstFirst(reasons), ...link.truncated.map(truncatedReason)],
      };
    }
    if (!isTruncated) return allowedBy(senderRule);
  }
  if (isTruncated) return { kind: 'unchecked', because: 'truncated', asks: true };
  if (allowed !== null && isEachLayerDecided) return allowed;
  const unchecked = whyUnchecked(link, channels);
  if (unchecked !== null) return unchecked;
  return link.hidden === null ? { kind: 'clear' } : { kind: 'clear', hidden: { by: link.hidden.by } };
}

function whyUnchecked(link: ReadLink, channels: readonly ChannelMatches[]): Unchecked | null {
  if (link.layers.some(({ failure, isCarried }) => failure !== null && isCarried !== true))
    return { kind: 'unchecked', because: 'unreadable', asks: false };
  const clearing = channels.filter(({ kind }) => kind === 'threats');
  if (clearing.some(({ status }) => status === 'expired'))
    return { kind: 'unchecked', because: 'expired', asks: false };
  if (clearing.length > 0) return null;
  const because = channels.some(({ kind }) => kind === 'device-list') ? 'no-channel' : 'no-snapshot';
  return { kind: 'unchecked', because, asks: false };
}

function isOnlyWrapper(layer: LinkLayer): boolean {
  return layer.isWrapper && layer.failure === null;
}

function allowedBy({ by: who, scope, subject }: Rule): Allowed {
  return { kind: 'allowed', by: { who, scope, subject } };
}

function blockedReason({ by, scope, subject }: Rule, layer: number): Reason {
  return { kind: 'blocked', level: 'danger', by, scope, subject, layer };
}

function truncatedReason({ limit, layer }: Truncated): Reason {
  return { kind: 'truncated', level: 'caution', limit, layer };
}

interface CarriedListings {
  readonly reasons: readonly Listed[];
  readonly asks: boolean;
}

const NOTHING_CARRIED: CarriedListings = { reasons: [], asks: false };

function carriedListings(
  link: ReadLink,
  channels: readonly ChannelMatches[],
  rules: Rules,
  trusted: ReadonlySet<number>,
  others: readonly Reason[],
): CarriedListings {
  if (link.layers.at(-1)?.isCarried !== true) return NOTHING_CARRIED;
  // Don't repeat entries reported for the link itself.
  const said = new Set(others.flatMap((reason) => (reason.kind === 'listed' ? [entryOf(reason)] : [])));
  const reasons: Listed[] = [];
  let asks = false;
  for (const [index, layer] of link.layers.entries()) {
    if (layer.isCarried !== true) continue;
    const page = carryingPageOf(link, index);
    if (trusted.has(page) || ruleForLayer(rules, layer)?.action === 'trust') continue;
    const isInWrapper = link.layers[page]?.isWrapper === true;
    for (const reason of listings(channels, index, false)) {
      const entry = entryOf(reason);
      if (said.has(entry)) continue;
      said.add(entry);
      asks ||= reason.level === 'danger' && !isInWrapper;
      // The reader cannot decide about a wrapper, so the reason names the address in it.
      reasons.push({ ...reason, level: 'caution', layer: isInWrapper ? index : page, isCarried: true });
    }
  }
  return { reasons, asks };
}

function entryOf({ channel, expression, category, group }: Listed): string {
  return [channel, expression, category, group].join(' ');
}

function carryingPageOf({ layers }: ReadLink, carried: number): number {
  let page = carried;
  while (layers[page]?.isCarried === true) page = layers[page]?.parent ?? 0;
  return page;
}

function listings(channels: readonly ChannelMatches[], layer: number, isSender: boolean): readonly Listed[] {
  return channels.flatMap(({ channel, channelName, serial, publishedAt, kind, voice, matches }) =>
    matches
      .filter((match) => match.layer === layer)
      .map((match): Listed => {
        const { expression, section } = match;
        const { category, action, group } = section;
        const listed =
          kind === 'device-list' && !isSender ? levelOfDeviceListing(match, voice, channels) : action;
        // Also where a publisher or an operator's change says more.
        const level = category === 'spam' ? 'caution' : listed;
        return {
          kind: 'listed',
          category,
          level,
          expression,
          group,
          channel,
          channelName,
          serial,
          publishedAt,
          layer,
        };
      }),
  );
}

/** Rules (an administrator's first), then danger, category, longest expression. */
function sortWorstFirst(reasons: readonly Reason[]): readonly Reason[] {
  return [...reasons].sort((a, b) => rank(a) - rank(b) || entryLength(b) - entryLength(a));
}

function entryLength(reason: Reason): number {
  return reason.kind === 'listed' ? reason.expression.length : 0;
}

function rank(reason: Reason): number {
  if (reason.kind !== 'listed') return reason.kind === 'blocked' && reason.by === 'administrator' ? -2 : -1;
  return (reason.level === 'danger' ? 0 : CATEGORIES.length) + CATEGORIES.indexOf(reason.category);
}
