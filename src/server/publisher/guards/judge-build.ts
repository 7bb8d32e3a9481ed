import { countText, shareText } from '../../node/terminal/numbers.ts';

export interface BuildFacts {
  readonly entries: number;
  readonly entriesBefore: number | null;
  readonly feeds: number;
  /** Feeds that use an older copy. */
  readonly oldFeeds: number;
  /** Known good sites that would be flagged without exclusions. */
  readonly excludedGoodSites: number;
}

export const BUILD_GUARD_NAMES = ['empty', 'channel-shrunk', 'many-old-feeds', 'many-good-sites'] as const;
export type BuildGuardName = (typeof BUILD_GUARD_NAMES)[number];

export interface BuildObjection {
  readonly guard: BuildGuardName;
  /** `stop`: publish nothing. */
  readonly outcome: 'warn' | 'stop';
  readonly message: string;
}

/** A fraction; a larger loss means lost feeds. */
const MOST_LOST = 0.5;
const MIN_ENTRIES_TO_COMPARE = 1000;
/** Hash collisions exclude a handful at most; any more sites were listed by feeds and missed by the entry guards. */
const MOST_GOOD_SITES = 100;

export function judgeBuild(facts: BuildFacts): readonly BuildObjection[] {
  const { entries, entriesBefore, feeds, oldFeeds, excludedGoodSites } = facts;
  const objections: BuildObjection[] = [];
  if (entries === 0) {
    objections.push({
      guard: 'empty',
      outcome: 'stop',
      message: 'Nothing is left to publish: the feeds are empty, or the guards dropped every entry.',
    });
  } else if (
    entriesBefore !== null &&
    entriesBefore >= MIN_ENTRIES_TO_COMPARE &&
    entries < entriesBefore * (1 - MOST_LOST)
  ) {
    objections.push({
      guard: 'channel-shrunk',
      outcome: 'stop',
      message: `The new snapshot has ${countText(entries)} entries, ${shareText(entries / entriesBefore)} of the ${countText(entriesBefore)} that are published; --allow-shrink publishes it all the same.`,
    });
  }
  if (oldFeeds * 2 > feeds) {
    objections.push({
      guard: 'many-old-feeds',
      outcome: 'warn',
      message: `${countText(oldFeeds)} of ${countText(feeds)} feeds are old copies: the new ones could not be used.`,
    });
  }
  if (excludedGoodSites > MOST_GOOD_SITES) {
    objections.push({
      guard: 'many-good-sites',
      outcome: 'warn',
      message: `${countText(excludedGoodSites)} known good sites were listed as a whole and are excluded: a feed is careless.`,
    });
  }
  return objections;
}
