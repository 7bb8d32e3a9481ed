import { MAX_SOURCES, type ChannelIndex } from '../../../core/snapshot/channel-index.ts';
import type { PublisherFeedsFile } from '../feeds/read-feeds-file.ts';
import type { BuildFailure } from './build-request.ts';
import type { CompiledFeeds } from './compile-feeds.ts';
import type { FeedJudgements } from './feed-judgements.ts';
import type { GatheredFeed } from './gather-feeds.ts';

export function usedCopyOf(
  { copies }: GatheredFeed,
  used: CompiledFeeds['used'],
): GatheredFeed['copies'][number] | undefined {
  return copies.find(({ slot }) => used.some((copy) => copy.slot === slot));
}

export function firstUnreadable(
  { outcomes, used }: CompiledFeeds,
  feeds: readonly GatheredFeed[],
  judgements: FeedJudgements,
): BuildFailure | null {
  for (const { name, copies, description } of feeds) {
    const failed = outcomes.find(({ kind, copy }) => kind === 'failed' && copy.slot === copies[0]?.slot);
    // A damaged local file must be mended, not hidden by an older copy.
    const isMendable = description.source.kind === 'file' && failed !== undefined;
    if (!isMendable && copies.some(({ slot }) => used.some((copy) => copy.slot === slot))) continue;
    const refusal = judgements.of(copies[0]?.slot)[0]?.message ?? 'no copy of it is fit';
    const why = failed?.kind === 'failed' ? failed.failure.message : refusal.replace(/\.$/, '');
    return {
      kind: 'feed-unreadable',
      message:
        failed?.kind === 'failed'
          ? `Feed "${name}" cannot be read: ${why}. The channel was not changed.`
          : `Feed "${name}" cannot be used, and no good copy of it is kept: ${why}. The channel was not changed.`,
    };
  }
  return null;
}

export async function entriesBeforeOf(
  feeds: readonly GatheredFeed[],
): Promise<ReadonlyMap<string, number | null>> {
  const before = new Map<string, number | null>();
  for (const { name, store } of feeds) before.set(name, await store.entriesBefore());
  return before;
}

/** Not for `fetch` and `export`, which write no index. */
export function tooManySources({
  feeds,
  changes,
}: Pick<PublisherFeedsFile, 'feeds' | 'changes'>): BuildFailure | null {
  if (feeds.length + (changes === null ? 0 : 1) <= MAX_SOURCES) return null;
  return {
    kind: 'too-many-sources',
    message: `feeds.json has ${feeds.length} feeds${changes === null ? '' : ' and "changes"'} in use, and an index names at most ${MAX_SOURCES} sources: every reader would refuse it. Merge feeds of one maker into one file, switch some off ("enabled": false), or divide them over several channels. The channel was not changed.`,
  };
}

/** Cuts texts to the lengths that clients accept. */
export function sourcesOf(
  feeds: readonly GatheredFeed[],
  { used, merged, own }: CompiledFeeds,
  now: number,
): ChannelIndex['sources'] {
  const ofFeeds = feeds.flatMap((feed) => {
    const { description } = feed;
    const copy = usedCopyOf(feed, used);
    if (copy === undefined) return [];
    const { name, licence, contact } = description;
    return [
      {
        name: name.slice(0, 64),
        licence: licence.slice(0, 128),
        entries: merged.totals.bySlot[copy.slot] ?? 0,
        fetchedAt: copy.facts.fetchedAt,
        ...(contact === null ? {} : { contact: contact.slice(0, 256) }),
      },
    ];
  });
  if (own === null) return ofFeeds;
  const entries = own.slots.reduce((sum, slot) => sum + (merged.totals.bySlot[slot] ?? 0), 0);
  return [...ofFeeds, { name: own.name, licence: 'not stated', entries, fetchedAt: now }];
}

/** The next build falls back on these copies. */
export async function keepGoodCopies(
  feeds: readonly GatheredFeed[],
  { used, outcomes }: CompiledFeeds,
): Promise<void> {
  for (const feed of feeds) {
    const copy = usedCopyOf(feed, used);
    if (copy === undefined) continue;
    const outcome = outcomes.find((one) => one.copy.slot === copy.slot);
    const entries = outcome?.kind === 'read' ? outcome.tally.entries : null;
    await feed.store.keepAsGood(copy.path, { ...copy.facts, entries });
  }
}
