import { parseRankedList, POPULAR_RANKS } from '../../../core/guard/popular-sites.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { FeedBytesError, readFeedBytes } from '../feeds/feed-bytes.ts';
import { FeedStore } from '../feeds/feed-store.ts';
import { fetchFeed } from '../feeds/fetch-feed.ts';
import { expectedMessage, type ExplainedFailure } from '../../node/explained-failure.ts';

export type HostListFailure = ExplainedFailure<'host-list-unreadable'>;

/** A million ranks of Tranco are 22 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

export interface HostListSource {
  readonly stateFolder: string;
  readonly toPath: (path: string) => string;
  /** False: use copies in the state folder. */
  readonly fetches: boolean;
  /** Unix seconds. */
  readonly now: number;
  readonly signal: AbortSignal;
  readonly onStep: (step: string) => void;
}

/** A file with fewer is an error page, or from the wrong address. */
const MIN_FETCHED_NAMES = 100;

/**
 * Falls back on last good copies. Fails without one, rather than build with weaker guards.
 *
 * @param most - names per list
 */
export async function gatherHostLists(
  lists: readonly string[],
  source: HostListSource,
  most = Number.POSITIVE_INFINITY,
): Promise<Result<readonly string[], HostListFailure>> {
  const all: string[] = [];
  for (const list of lists) {
    const names = /^https?:\/\//i.test(list)
      ? await fetchedHostList(list, source, most)
      : await readHostList(source.toPath(list), most);
    if (!names.ok) return names;
    for (const name of names.value) all.push(name);
  }
  return ok(all);
}

export function gatherPopularLists(
  lists: readonly string[],
  source: HostListSource,
): Promise<Result<readonly string[], HostListFailure>> {
  return gatherHostLists(lists, source, POPULAR_RANKS);
}

async function fetchedHostList(
  url: string,
  { stateFolder, fetches, now, signal, onStep }: HostListSource,
  most: number,
): Promise<Result<readonly string[], HostListFailure>> {
  const store = await FeedStore.open(stateFolder, `host list ${url}`);
  let why = 'no copy of it is kept';
  if (fetches) {
    onStep(`Fetching ${url}`);
    const outcome = await fetchFeed(url, store, { maxBytes: MAX_BYTES, now, signal, onBytes: () => {} });
    if (outcome.kind === 'failed') why = outcome.failure.message;
  }
  for (const copy of [await store.candidate(url), await store.good(url)]) {
    if (copy === null) continue;
    const names = await readHostList(copy.path, most);
    if (names.ok && names.value.length >= MIN_FETCHED_NAMES) {
      await store.keepAsGood(copy.path, { ...copy, entries: names.value.length });
      return names;
    }
    why = names.ok ? `it has only ${names.value.length} names` : names.failure.message;
  }
  return fail({
    kind: 'host-list-unreadable',
    message: `The list of hosts ${url} could not be used: ${why}. The channel was not changed.`,
  });
}

/** One host a line, or `rank,host`; plain or compressed. */
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
    const message = error instanceof FeedBytesError ? error.failure.message : expectedMessage(error);
    return fail({
      kind: 'host-list-unreadable',
      message: `The list of hosts ${path} cannot be read: ${message}.`,
    });
  }
  for (const name of parseRankedList(rest + decoder.decode())) names.push(name);
  return ok(names.slice(0, most));
}
