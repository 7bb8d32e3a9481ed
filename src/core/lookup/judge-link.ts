import { SELF_TEST_HOST } from '../self-test/self-test-mail.ts';
import type { LinkLayer, ReadLink, Truncated } from '../url/canonical/link-layer.ts';
import type { ChannelMatches } from './channel-matches.ts';
import { levelOfDeviceListing } from './device-listings.ts';
import { type Rule, ruleFor, ruleForLayer, type Rules } from '../verdict/rules.ts';
import { asSenderListings } from './sender-listings.ts';
import { CATEGORIES, type Reason, type Verdict } from '../verdict/verdict.ts';

/** Whom a message says it is from. Its address may be forged, so that it never clears a danger. */
export interface Sender {
  /** `user@host`, lower case. */
  readonly address: string;
}

export interface Evidence {
  /** Of all channels that have a snapshot, in the reader's order. */
  readonly channels: readonly ChannelMatches[];
  readonly rules: Rules;
  readonly sender: Sender | null;
  /** The link is the address that the message names as its sender. */
  readonly isSender?: boolean;
  /** An administrator lets nobody else take a danger away: what the reader trusts clears caution only. */
  readonly dangerStands?: boolean;
}

type Listed = Extract<Reason, { kind: 'listed' }>;
type Allowed = Extract<Verdict, { kind: 'allowed' }>;
type Unchecked = Extract<Verdict, { kind: 'unchecked' }>;

/**
 * The whole decision, as a pure function: no clock, no storage, no browser.
 *
 * Rules come first, layer by layer: trust covers only the layer it names, so that a flagged destination inside a
 * trusted wrapper stays flagged, and a link is allowed only if each of its layers is. Then the worst layer counts, over
 * all channels: a channel only adds reasons and never clears what another one lists. Order: flagged, cut short, allowed,
 * unchecked, clear. A click on a link that a limit cut short asks first, because a sender can reach every limit at will,
 * and good mail none.
 *
 * An address that a page merely carries (`withCarried`) says nothing for the link. Listed, it is caution about the page
 * that carries it, and gone once the reader trusts either; a click asks if the listing alone would be danger, but in what
 * is known to lead elsewhere.
 */
export function judgeLink(link: ReadLink, evidence: Evidence): Verdict {
  const { rules, sender, isSender = false, dangerStands = false } = evidence;
  const channels = isSender ? asSenderListings(evidence.channels) : evidence.channels;
  const senderRule = sender === null ? null : ruleFor(rules, [{ scope: 'sender', subject: sender.address }]);
  const reasons: Reason[] = senderRule?.action === 'block' ? [blocked(senderRule, 0)] : [];
  let allowed: Allowed | null = null;
  let isEachLayerDecided = true;
  const trusted = new Set<number>();

  link.layers.forEach((layer, index) => {
    if (layer.isCarried === true) return;
    const rule = ruleForLayer(rules, layer);
    if (rule?.action === 'trust') trusted.add(index);
    if (rule?.action === 'block') reasons.push(blocked(rule, index));
    else if (rule !== null) {
      allowed ??= allowedBy(rule);
      if (dangerStands && rule.by === 'reader')
        reasons.push(...listings(channels, index, isSender).filter(({ level }) => level === 'danger'));
    } else if (layer.host === SELF_TEST_HOST) {
      reasons.push({ kind: 'self-test', level: 'danger', layer: index });
    } else {
      reasons.push(...listings(channels, index, isSender));
      // A layer that only wraps another is neither good nor bad; nothing has to be known of it.
      if (!isOnlyWrapper(layer)) isEachLayerDecided = false;
    }
  });

  const carried = carriedListings(link, channels, rules, trusted, reasons);
  reasons.push(...carried.reasons);

  // What lies behind a limit is a layer that nobody has judged: no rule decides it, and no list clears it.
  const isTruncated = link.truncated.length > 0;
  if (reasons.length > 0) {
    const isDanger = reasons.some(({ level }) => level === 'danger');
    if (isDanger || carried.asks || senderRule?.action !== 'trust') {
      return {
        kind: 'flagged',
        level: isDanger ? 'danger' : 'caution',
        asks: isDanger || carried.asks || isTruncated,
        reasons: [...worstFirst(reasons), ...link.truncated.map(beyondLimit)],
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

function blocked({ by, scope, subject }: Rule, layer: number): Reason {
  return { kind: 'blocked', level: 'danger', by, scope, subject, layer };
}

function beyondLimit({ limit, layer }: Truncated): Reason {
  return { kind: 'truncated', level: 'caution', limit, layer };
}

interface CarriedListings {
  readonly reasons: readonly Listed[];
  /** One of them would be danger by itself, in a page that is not known to lead elsewhere. */
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
  // What is said of the link itself is not said again of what it has in it.
  const said = new Set(others.flatMap((reason) => (reason.kind === 'listed' ? [entryOf(reason)] : [])));
  const reasons: Listed[] = [];
  let asks = false;
  for (const [index, layer] of link.layers.entries()) {
    if (layer.isCarried !== true) continue;
    const page = pageOf(link, index);
    if (trusted.has(page) || ruleForLayer(rules, layer)?.action === 'trust') continue;
    const isInWrapper = link.layers[page]?.isWrapper === true;
    for (const reason of listings(channels, index, false)) {
      const entry = entryOf(reason);
      if (said.has(entry)) continue;
      said.add(entry);
      asks ||= reason.level === 'danger' && !isInWrapper;
      // Of a wrapper nothing can be decided, so that the address itself is what the reader is asked about.
      reasons.push({ ...reason, level: 'caution', layer: isInWrapper ? index : page, isCarried: true });
    }
  }
  return { reasons, asks };
}

function entryOf({ channel, expression, category, group }: Listed): string {
  return [channel, expression, category, group].join(' ');
}

/** The layer, no carried one itself, in which a carried one was found. */
function pageOf({ layers }: ReadLink, carried: number): number {
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
        const level =
          kind === 'device-list' && !isSender ? levelOfDeviceListing(match, voice, channels) : action;
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

/** What was decided, an administrator's word first, then danger before caution, then by category, then the longest expression. */
function worstFirst(reasons: readonly Reason[]): readonly Reason[] {
  return [...reasons].sort((a, b) => rank(a) - rank(b) || entryLength(b) - entryLength(a));
}

function entryLength(reason: Reason): number {
  return reason.kind === 'listed' ? reason.expression.length : 0;
}

function rank(reason: Reason): number {
  if (reason.kind !== 'listed') return reason.kind === 'blocked' && reason.by === 'administrator' ? -2 : -1;
  return (reason.level === 'danger' ? 0 : CATEGORIES.length) + CATEGORIES.indexOf(reason.category);
}
