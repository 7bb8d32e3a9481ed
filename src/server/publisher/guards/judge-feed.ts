import type { DetectFailure } from '../../../core/feed/detect-format.ts';
import type { FeedDescription } from '../../../core/feed/feed-description.ts';
import { countText, shareText } from '../../node/terminal/numbers.ts';
import { defanged } from '../../node/terminal/plain-text.ts';
import { detectMessage } from '../feeds/detect-copy.ts';

export interface FeedFacts {
  readonly feed: Pick<FeedDescription, 'name' | 'format' | 'limits' | 'landmarks'>;
  readonly head: string;
  readonly lines: number;
  /** Entries that guards kept, with repetitions. */
  readonly entries: number;
  /** Unreadable lines. */
  readonly refused: number;
  readonly dropped: number;
  readonly missingLandmarks: readonly string[];
  /** Why no format was detected; null if one was, or is stated. */
  readonly undetected: DetectFailure | null;
  /** Of the last good copy; null without one. */
  readonly entriesBefore: number | null;
}

/** HTML, or the JSON and sentences with which services refuse a request. */
const ERROR_PAGE =
  /^\s*(?:<(?:!doctype|html|head|body|\?xml|center|h1)\b|\{\s*"(?:error|errors|message|detail|status)"\s*:|(?:404|403|429|5\d\d)\b|(?:access denied|not found|forbidden|rate limit|too many requests|service unavailable|bad gateway|just a moment)\b)/i;

/** An error with a value that is not empty; `null` counts as empty. */
const JSON_ERROR = /^\s*\{\s*"errors?"\s*:(?!\s*(?:null\b|false\b|0\b|""|\[\s*\]|\{\s*\}))/i;

/** Links in an error message are read as entries. */
const MAX_ERROR_LINKS = 9;

/** Below this, a few bad lines are a large share. */
const MIN_LINES = 20;

/** Smaller feeds may double or halve within an hour. */
const MIN_ENTRIES_TO_COMPARE = 50;

/**
 * What each guard objects to, in one sentence: what is wrong, and how to allow it. The best explanation comes first: an
 * error page is also empty, garbled and shrunk.
 */
const FEED_GUARDS = {
  /** Catches error pages and empty files. */
  'no-format': ({ undetected }) =>
    undetected === null
      ? null
      : `It shows no format, and none is stated: ${detectMessage(undetected)}; "spamlight fetch --detect" says what each feed looks like, "format": "…" states it.`,
  'error-page': ({ head, entries }) => {
    const bare = head.startsWith('\uFEFF') ? head.slice(1) : head;
    if (!ERROR_PAGE.test(bare)) return null;
    // A text with entries is a list: its first host may begin with `403`.
    const isMarkup = /^\s*</.test(bare);
    const most = JSON_ERROR.test(bare) ? MAX_ERROR_LINKS : 0;
    if (!isMarkup && entries > most) return null;
    const [line = ''] = bare.trim().split(/\r?\n/, 1);
    return `It is no feed but a page ("${line.slice(0, 80)}"); look at its address in a browser.`;
  },
  /** Many unreadable lines mean another format, or damage on the way. */
  garbled: ({ feed, entries, dropped, refused }) => {
    const read = entries + dropped + refused;
    return read < MIN_LINES || refused / read <= feed.limits.maxRefused
      ? null
      : `${countText(refused)} of ${countText(read)} lines (${shareText(refused / read)}) cannot be read as ${feed.format}; "spamlight fetch --detect" says what they look like, "limits": {"maxRefused": …} allows them.`;
  },
  /** Without a constant entry, such as the maker's test address, the text is another list or a part of the feed. */
  'lost-landmark': ({ missingLandmarks }) =>
    missingLandmarks.length === 0
      ? null
      : `It lacks ${missingLandmarks.map((landmark) => defanged(landmark)).join(', ')}, which "landmarks" says it always has.`,
  'too-small': ({ feed, entries, dropped }) =>
    // Dropped entries count: the guard `all-dropped` reports them.
    entries + dropped >= feed.limits.minEntries
      ? null
      : `It has ${countText(entries)} entries; "limits": {"minEntries": ${feed.limits.minEntries}} asks for more.`,
  /** Probably the feed or its maker's database was cut off. */
  shrunk: ({ feed, entries, entriesBefore }) =>
    !isComparable(entriesBefore) || entries >= entriesBefore * feed.limits.shrinkTo
      ? null
      : `It has ${countText(entries)} entries, ${shareText(entries / entriesBefore)} of the ${countText(entriesBefore)} it had; "limits": {"shrinkTo": …} allows less.`,
  /** Sudden growth means that foreign content was mixed in. */
  grown: ({ feed, entries, entriesBefore }) =>
    !isComparable(entriesBefore) || entries <= entriesBefore * feed.limits.growTo
      ? null
      : `It has ${countText(entries)} entries, ${(entries / entriesBefore).toFixed(1)} times the ${countText(entriesBefore)} it had; "limits": {"growTo": …} allows more.`,
  'too-large': ({ feed, entries }) =>
    entries <= feed.limits.maxEntries
      ? null
      : `It has ${countText(entries)} entries; "limits": {"maxEntries": ${feed.limits.maxEntries}} allows no more.`,
  /** Probably a list of good sites, given as a feed. */
  'all-dropped': ({ entries, dropped }) =>
    entries > 0 || dropped === 0
      ? null
      : `All of its ${countText(dropped)} entries were dropped by guards: it adds nothing.`,
} satisfies Record<string, (facts: FeedFacts) => string | null>;

type FeedGuardName = keyof typeof FEED_GUARDS;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the literal above
export const FEED_GUARD_NAMES = Object.keys(FEED_GUARDS) as readonly FeedGuardName[];

export interface FeedObjection {
  readonly guard: FeedGuardName;
  /** `drop-feed`: use the last good copy instead. */
  readonly outcome: 'warn' | 'drop-feed';
  readonly message: string;
}

export interface FeedJudgement {
  readonly isFit: boolean;
  readonly objections: readonly FeedObjection[];
}

export function judgeFeed(facts: FeedFacts): FeedJudgement {
  const objections = FEED_GUARD_NAMES.flatMap((guard): readonly FeedObjection[] => {
    const message = FEED_GUARDS[guard](facts);
    return message === null ? [] : [{ guard, outcome: outcomeOf(guard, facts), message }];
  });
  const refusal = objections.find(({ outcome }) => outcome === 'drop-feed');
  return refusal === undefined ? { isFit: true, objections } : { isFit: false, objections: [refusal] };
}

function outcomeOf(guard: FeedGuardName, { entriesBefore }: FeedFacts): FeedObjection['outcome'] {
  if (guard === 'all-dropped') return 'warn';
  // Without a good copy to use instead, unreadable lines do not stop a build.
  return guard === 'garbled' && entriesBefore === null ? 'warn' : 'drop-feed';
}

function isComparable(entriesBefore: number | null): entriesBefore is number {
  return entriesBefore !== null && entriesBefore >= MIN_ENTRIES_TO_COMPARE;
}
