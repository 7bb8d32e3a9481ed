import type { PublisherFeedsFile } from './read-feeds-file.ts';
import { FeedStore, type StoredCopy } from './feed-store.ts';
import { fetchFeed, type FetchLimits, type FetchOutcome } from './fetch-feed.ts';

export interface FetchedFeed {
  readonly name: string;
  readonly outcome: FetchOutcome;
  /** Whether a build has a copy, even if this fetch failed. */
  readonly hasCopy: boolean;
}

/** Downloads at once: enough to use the connection, few enough to be polite and to show progress legibly. */
const AT_ONCE = 4;

/** A feed is due this much before its interval ends, since jobs may start early. */
const EARLY_SECONDS = 60;

export async function fetchAll(
  {
    feeds,
    privateFeeds,
    fetchIntervals,
  }: Pick<PublisherFeedsFile, 'feeds' | 'privateFeeds' | 'fetchIntervals'>,
  stateFolder: string,
  options: {
    readonly now: number;
    readonly signal: AbortSignal;
    readonly onBytes: (name: string, done: number, total: number) => void;
    readonly limits?: FetchLimits;
  },
): Promise<readonly FetchedFeed[]> {
  const queue = feeds.flatMap((feed) => (feed.source.kind === 'url' ? [{ feed, url: feed.source.url }] : []));
  const results = new Map<string, FetchedFeed>();
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { feed, url } = next;
      const store = await FeedStore.open(stateFolder, feed.name);
      const newest = await newestCopy(url, store);
      const interval = (fetchIntervals.get(feed.name) ?? 0) - EARLY_SECONDS;
      const age = newest === null ? null : options.now - newest.fetchedAt;
      // A negative age means that a clock was ahead: fetch.
      const outcome: FetchOutcome =
        newest !== null && age !== null && age >= 0 && age < interval
          ? { kind: 'not-due', copy: newest }
          : await fetchFeed(url, store, {
              maxBytes: feed.limits.maxBytes,
              isPrivate: privateFeeds.has(feed.name),
              now: options.now,
              signal: options.signal,
              onBytes: (done, total) => options.onBytes(feed.name, done, total),
              ...(options.limits === undefined ? {} : { limits: options.limits }),
            });
      const hasCopy = (await store.candidate(url)) !== null || (await store.good(url)) !== null;
      results.set(feed.name, { name: feed.name, outcome, hasCopy });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return feeds.flatMap(({ name }) => results.get(name) ?? []);
}

async function newestCopy(url: string, store: FeedStore): Promise<StoredCopy | null> {
  const candidate = await store.candidate(url);
  const good = await store.good(url);
  if (candidate === null || good === null) return candidate ?? good;
  return candidate.fetchedAt > good.fetchedAt ? candidate : good;
}
