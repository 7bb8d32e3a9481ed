import { fail, ok, type Result } from '../../../core/result.ts';
import { detectCopy } from '../feeds/detect-copy.ts';
import { factsOfFile, FeedStore, type CopyFacts } from '../feeds/feed-store.ts';
import { fetchAll } from '../feeds/fetch-all.ts';
import type { FetchOutcome } from '../feeds/fetch-feed.ts';
import { pathOf } from '../feeds/read-feeds-file.ts';
import { expectedMessage } from '../../node/explained-failure.ts';
import type { BuildFailure, BuildRequest } from './build-request.ts';
import type { FeedCopy } from './reading/read-feeds.ts';

/** A feed, its copies sorted best first. */
export interface GatheredFeed {
  readonly name: string;
  /** If `feeds.json` states no format, use each copy's `feed` instead. */
  readonly description: FeedCopy['feed'];
  readonly copies: readonly (FeedCopy & { readonly facts: CopyFacts; readonly isNew: boolean })[];
  readonly store: FeedStore;
  readonly remarks: readonly string[];
}

export interface GatheredFeeds {
  readonly feeds: readonly GatheredFeed[];
  readonly totalBytes: number;
}

export type GatherRequest = Pick<BuildRequest, 'feeds' | 'fetches' | 'now' | 'signal' | 'progress'>;

export async function gatherFeeds(
  request: GatherRequest,
  stateFolder: string,
): Promise<Result<GatheredFeeds, BuildFailure>> {
  const { feeds: file, fetches, now, signal, progress } = request;
  const fetched = fetches
    ? await fetchAll(file, stateFolder, {
        now,
        signal,
        onBytes: (name, done, total) => progress.bytes(`Fetching ${name}`, done, total),
      })
    : [];
  const feeds: GatheredFeed[] = [];
  let slot = 0;
  for (const described of file.feeds) {
    const { name, source } = described;
    const store = await FeedStore.open(stateFolder, name);
    const outcome = fetched.find((one) => one.name === name)?.outcome ?? null;
    const gathered =
      source.kind === 'file'
        ? await fileCopies(pathOf(source.path, file), name, store)
        : await fetchedCopies(source.url, name, store, outcome);
    if (!gathered.ok) return gathered;
    const { copies, remarks } = gathered.value;
    const isFormatless = file.formatless.has(name);
    const laidOut: GatheredFeed['copies'][number][] = [];
    for (const copy of copies) {
      const layout = isFormatless ? await detectedLayout(described, copy.path) : { feed: described };
      laidOut.push({ slot: slot++, ...layout, ...copy });
    }
    feeds.push({ name, description: described, store, remarks, copies: laidOut });
  }
  return ok({
    feeds,
    totalBytes: feeds.reduce((sum, { copies }) => sum + (copies[0]?.facts.bytes ?? 0), 0),
  });
}

/** Detects each copy's format separately, since one may be an error page. */
async function detectedLayout(
  feed: FeedCopy['feed'],
  path: string,
): Promise<Pick<FeedCopy, 'feed' | 'undetected'>> {
  const detected = await detectCopy(path);
  if (!detected.ok) return { feed, undetected: detected.failure };
  const { format, columns } = detected.value;
  return { feed: { ...feed, format, columns } };
}

interface Copies {
  readonly copies: readonly { readonly path: string; readonly facts: CopyFacts; readonly isNew: boolean }[];
  readonly remarks: readonly string[];
}

async function fileCopies(
  path: string,
  name: string,
  store: FeedStore,
): Promise<Result<Copies, BuildFailure>> {
  let facts: CopyFacts | null;
  const unreadable = (message: string): Result<never, BuildFailure> =>
    fail({
      kind: 'feed-unreadable',
      message: `Feed "${name}" cannot be read: ${path}: ${message}. The channel was not changed.`,
    });
  try {
    facts = await factsOfFile(path);
  } catch (error) {
    const message = expectedMessage(error);
    return unreadable(message);
  }
  if (facts === null) return unreadable('it is a folder, a pipe or a device, and no file');
  const good = await store.good(path);
  const copies = [{ path, facts, isNew: true }];
  return ok({
    copies: good === null ? copies : [...copies, { path: good.path, facts: good, isNew: false }],
    remarks: [],
  });
}

async function fetchedCopies(
  url: string,
  name: string,
  store: FeedStore,
  outcome: FetchOutcome | null,
): Promise<Result<Copies, BuildFailure>> {
  const remarks = outcome?.kind === 'failed' ? [`It could not be fetched: ${outcome.failure.message}.`] : [];
  const candidate = await store.candidate(url);
  const good = await store.good(url);
  const copies = [
    ...(candidate === null ? [] : [{ path: candidate.path, facts: candidate, isNew: true }]),
    ...(good === null
      ? []
      : [{ path: good.path, facts: good, isNew: candidate === null && remarks.length === 0 }]),
  ];
  if (copies.length > 0) return ok({ copies, remarks });
  const why =
    remarks.length > 0 ? remarks.join(' ') : 'No copy of it is kept, and fetching was not asked for.';
  return fail({
    kind: 'feed-unreadable',
    message: `Feed "${name}" cannot be read. ${why} The channel was not changed.`,
  });
}
