import type { FeedEntry } from '../../../../core/feed/feed-line.ts';
import { FeedParser } from '../../../../core/feed/parse-feed.ts';
import type { Change, ChangedEntry } from '../../../node/changes/change.ts';
import { readFeedBytes } from '../../feeds/feed-bytes.ts';
import type { FeedCopy } from './read-feeds.ts';

/**
 * Yields entries and each page's host, which a build may list because of its pages. Entries may repeat.
 *
 * @throws {FeedBytesError} if a copy cannot be read to its end
 */
export async function* entryNames(
  copies: Iterable<Pick<FeedCopy, 'feed' | 'path'>>,
  changes: readonly Change[],
): AsyncGenerator<ChangedEntry> {
  for (const { feed, path } of copies) {
    const parser = new FeedParser(feed);
    const decoder = new TextDecoder();
    for await (const bytes of readFeedBytes(path, feed.limits.maxBytes)) {
      for (const line of parser.push(decoder.decode(bytes, { stream: true })))
        if (line.kind === 'entry') yield* namesOf(line.entry);
    }
    for (const line of [...parser.push(decoder.decode()), ...parser.finish()])
      if (line.kind === 'entry') yield* namesOf(line.entry);
  }
  for (const { entry } of changes) {
    if (entry.kind === 'address') yield entry;
    else yield* namesOf({ ...entry, isHostLevel: entry.path === '/' });
  }
}

function namesOf(entry: FeedEntry): readonly ChangedEntry[] {
  if (entry.kind === 'message') return [];
  if (entry.kind === 'address') return [{ kind: 'address', address: entry.address }];
  const { host, path } = entry;
  const wholeHost: ChangedEntry = { kind: 'url', host, path: '/' };
  return path === '/' ? [wholeHost] : [{ kind: 'url', host, path }, wholeHost];
}
