import { parseRankedList, POPULAR_RANKS } from '../../core/guard/popular-sites.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { FeedBytesError, readFeedBytes } from '../feeds/feed-bytes.ts';
import { systemMessage, type PublisherFailure } from '../publisher-failure.ts';

export type HostListFailure = PublisherFailure<'host-list-unreadable'>;

/** A million ranks of Tranco are 22 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads lists of hosts, one a line or as `rank,host`, plain or compressed.
 *
 * @param most - names taken from the top of each list
 */
export async function readHostLists(
  paths: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<Result<readonly string[], HostListFailure>> {
  const all: string[] = [];
  for (const path of paths) {
    const names = await readHostList(path, most);
    if (!names.ok) return names;
    for (const name of names.value) all.push(name);
  }
  return ok(all);
}

/** The names at the top of ranked lists: as many of each as count as popular. */
export function readPopularLists(
  paths: readonly string[],
): Promise<Result<readonly string[], HostListFailure>> {
  return readHostLists(paths, POPULAR_RANKS);
}

async function readHostList(path: string, most: number): Promise<Result<readonly string[], HostListFailure>> {
  const decoder = new TextDecoder();
  const names: string[] = [];
  let rest = '';
  try {
    for await (const chunk of readFeedBytes(path, MAX_BYTES)) {
      const text = rest + decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf('\n') + 1;
      for (const name of parseRankedList(text.slice(0, end))) names.push(name);
      rest = text.slice(end);
      if (names.length >= most) return ok(names.slice(0, most));
    }
  } catch (error) {
    const message = error instanceof FeedBytesError ? error.failure.message : systemMessage(error);
    if (message === null) throw error;
    return fail({
      kind: 'host-list-unreadable',
      message: `The list of hosts ${path} cannot be read: ${message}.`,
    });
  }
  for (const name of parseRankedList(rest + decoder.decode())) names.push(name);
  return ok(names.slice(0, most));
}
