import type { FeedDescription } from '../../../../core/feed/feed-description.ts';
import type { DetectCopyFailure } from '../../feeds/detect-copy.ts';
import { FeedBytesError, readFeedBytes, type FeedBytesFailure } from '../../feeds/feed-bytes.ts';
import { expectedMessage } from '../../../node/explained-failure.ts';
import type { EntryPartitions } from '../entries/entry-partitions.ts';
import type { DropName } from '../../report/drop-name.ts';
import type { DroppedLine, EntrySample } from './feed-reading.ts';
import type { FeedTaskResult } from './feed-worker.ts';
import type { FeedWorkers } from './feed-workers.ts';
import { textBlocks } from './text-blocks.ts';

export interface FeedCopy {
  readonly slot: number;
  readonly feed: FeedDescription;
  readonly path: string;
  /** Why no format was detected, if `feeds.json` states none. */
  readonly undetected?: DetectCopyFailure;
}

export interface DropCount {
  readonly because: DropName;
  readonly by: DroppedLine['by'];
  readonly count: number;
}

export interface FeedTally {
  readonly slot: number;
  readonly bytes: number;
  readonly lines: number;
  /** Kept entries; repeated ones count each time. */
  readonly entries: number;
  readonly allowed: number;
  readonly outsideRootZone: number;
  /** Most frequent first. */
  readonly drops: readonly DropCount[];
  /** At most `MAX_DROPPED_LINES` per reason, in file order. */
  readonly droppedLines: readonly DroppedLine[];
  readonly samples: readonly EntrySample[];
  /** Text of the first `HEAD_BYTES`, for guards. */
  readonly head: string;
  readonly missingLandmarks: readonly string[];
}

/** Kept per feed and reason; further dropped lines are only counted. */
export const MAX_DROPPED_LINES = 1000;

const HEAD_BYTES = 4096;

/** Formats whose lines depend on earlier ones. */
const ORDERED: ReadonlySet<string> = new Set(['csv', 'json', 'rpz']);

let nextReading = 0;

/**
 * A feed of independent lines is split into blocks of 1 MB for all workers; an ordered feed streams through one.
 *
 * @returns a failure if the file cannot be read; records read before stay in `partitions`
 */
export async function readFeedCopy(
  { slot, feed, path }: FeedCopy,
  workers: FeedWorkers,
  partitions: { readonly records: EntryPartitions; readonly firstSeen: EntryPartitions | null },
  options: { readonly sampleBelow: number; readonly onBytes: (bytes: number) => void },
): Promise<FeedTally | FeedBytesFailure> {
  const isOrdered = ORDERED.has(feed.format);
  const reading = nextReading++;
  const parts: FeedPart[] = [];
  let bytes = 0;
  let head = '';
  const results: Promise<void>[] = [];
  const add = (block: Uint8Array, isLast: boolean): Promise<void> => {
    const sequence = parts.length;
    parts.push({
      lines: 0,
      entries: 0,
      allowed: 0,
      outsideRootZone: 0,
      dropped: [],
      samples: [],
      landmarks: [],
    });
    let done: () => void = () => {};
    results.push(
      new Promise((resolve) => {
        done = resolve;
      }),
    );
    return workers.add(
      {
        reading: isOrdered ? reading : nextReading++,
        slot,
        feed,
        sampleBelow: options.sampleBelow,
        bytes: block,
        isLast: isLast || !isOrdered,
      },
      (result) => {
        partitions.records.add(result.records);
        partitions.firstSeen?.add(result.firstSeen);
        parts[sequence] = withoutRecords(result);
        done();
      },
    );
  };
  // Races with `idle`, which throws if a worker or `onResult` fails: some `results` would then stay pending.
  const allRead = async (): Promise<void> => {
    await Promise.race([Promise.all(results), workers.idle()]);
    await Promise.all(results);
  };
  try {
    for await (const block of textBlocks(readFeedBytes(path, feed.limits.maxBytes))) {
      if (head === '') head = new TextDecoder().decode(block.subarray(0, HEAD_BYTES));
      bytes += block.length;
      const { length } = block;
      await add(block, false);
      options.onBytes(length);
    }
  } catch (error) {
    if (isOrdered) await add(new Uint8Array(0), true);
    await allRead();
    if (error instanceof FeedBytesError) return error.failure;
    const message = expectedMessage(error);
    return { kind: 'unreadable', message };
  }
  if (isOrdered) await add(new Uint8Array(0), true);
  await allRead();
  const seen = new Set(parts.flatMap(({ landmarks }) => landmarks));
  const missingLandmarks = feed.landmarks.filter((landmark) => !seen.has(landmark));
  return { slot, bytes, head, missingLandmarks, ...summed(parts, isOrdered) };
}

type FeedPart = Omit<FeedTaskResult, 'id' | 'records' | 'firstSeen'>;

function withoutRecords({
  id: _id,
  records: _records,
  firstSeen: _firstSeen,
  ...part
}: FeedTaskResult): FeedPart {
  return part;
}

function summed(
  parts: readonly FeedPart[],
  isOrdered: boolean,
): Pick<
  FeedTally,
  'lines' | 'entries' | 'allowed' | 'outsideRootZone' | 'drops' | 'droppedLines' | 'samples'
> {
  const counts = new Map<DropName, { count: number; readonly by: DroppedLine['by'] }>();
  const droppedLines: DroppedLine[] = [];
  let before = 0;
  for (const { lines, dropped } of parts) {
    for (const drop of dropped) {
      const known = counts.get(drop.because) ?? { count: 0, by: drop.by };
      known.count++;
      counts.set(drop.because, known);
      // Lines of an ordered feed are numbered from its beginning, others from their block's.
      if (known.count <= MAX_DROPPED_LINES)
        droppedLines.push(isOrdered ? drop : { ...drop, line: drop.line + before });
    }
    before += lines;
  }
  return {
    lines: before + 1,
    entries: parts.reduce((sum, { entries }) => sum + entries, 0),
    allowed: parts.reduce((sum, { allowed }) => sum + allowed, 0),
    outsideRootZone: parts.reduce((sum, { outsideRootZone }) => sum + outsideRootZone, 0),
    drops: [...counts]
      .map(([because, { count, by }]) => ({ because, by, count }))
      .sort((a, b) => b.count - a.count),
    droppedLines,
    samples: parts.flatMap(({ samples }) => samples),
  };
}
