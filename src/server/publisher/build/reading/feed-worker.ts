import { parentPort, workerData } from 'node:worker_threads';
import type { FeedDescription } from '../../../../core/feed/feed-description.ts';
import { EntryHasher } from '../../../../core/hash/entry-hash.ts';
import { Guards, type GuardSettings } from '../../../../core/guard/guard-context.ts';
import type { JournalTable } from '../../state/journal-table.ts';
import { FeedReading, type FeedStretch, type Rekeying } from './feed-reading.ts';

/** Tells a worker from the command, since both run the same file. */
export const FEED_WORKER = 'spamlight-feed-worker';

export interface FeedWorkerSettings {
  readonly role: typeof FEED_WORKER;
  readonly epochKey: Uint8Array;
  readonly guards: GuardSettings;
  /** The old key and its journal, if the epoch key is new. */
  readonly rekeying: { readonly epochKey: Uint8Array; readonly table: JournalTable } | null;
}

/** Tasks with the same `reading` are blocks of one text, sent in order to one worker. */
export interface FeedTask {
  readonly id: number;
  readonly reading: number;
  readonly slot: number;
  readonly feed: FeedDescription;
  readonly sampleBelow: number;
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

export interface FeedTaskResult extends FeedStretch {
  readonly id: number;
  readonly lines: number;
}

/** Small, so that a piece's objects die young. With 1 MB, garbage collection took twice as long. */
const PIECE_BYTES = 1 << 15;

interface OpenReading {
  readonly reading: FeedReading;
  readonly decoder: InstanceType<typeof TextDecoder>;
}

export class FeedTaskRunner {
  readonly #hasher: EntryHasher;
  readonly #guards: Guards;
  readonly #rekeying: Rekeying | null;
  readonly #open = new Map<number, OpenReading>();

  constructor({ epochKey, guards, rekeying }: Omit<FeedWorkerSettings, 'role'>) {
    this.#hasher = new EntryHasher(epochKey);
    this.#guards = new Guards(guards);
    this.#rekeying =
      rekeying === null ? null : { hasher: new EntryHasher(rekeying.epochKey), table: rekeying.table };
  }

  run({ id, reading: number, slot, feed, sampleBelow, bytes, isLast }: FeedTask): FeedTaskResult {
    const open = this.#open.get(number) ?? {
      reading: new FeedReading({
        slot,
        feed,
        sampleBelow,
        hasher: this.#hasher,
        guards: this.#guards.contextFor(feed),
        rekeying: this.#rekeying,
      }),
      decoder: new TextDecoder(),
    };
    for (let from = 0; from === 0 || from < bytes.length; from += PIECE_BYTES) {
      const isLastPiece = isLast && from + PIECE_BYTES >= bytes.length;
      open.reading.push(
        open.decoder.decode(bytes.subarray(from, from + PIECE_BYTES), { stream: !isLastPiece }),
      );
    }
    if (isLast) {
      open.reading.finish();
      this.#open.delete(number);
    } else {
      this.#open.set(number, open);
    }
    return { id, lines: lineFeeds(bytes), ...open.reading.take() };
  }
}

function lineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** Call this first in the entry file. Returns true in a feed worker. */
export function becomeFeedWorker(): boolean {
  const port = parentPort;
  const settings: unknown = workerData;
  if (port === null || !isFeedWorkerSettings(settings)) return false;
  const runner = new FeedTaskRunner(settings);
  port.on('message', (task: FeedTask) => {
    const result = runner.run(task);
    port.postMessage(result, [result.records.buffer, result.firstSeen.buffer]);
  });
  return true;
}

function isFeedWorkerSettings(value: unknown): value is FeedWorkerSettings {
  return typeof value === 'object' && value !== null && 'role' in value && value.role === FEED_WORKER;
}
