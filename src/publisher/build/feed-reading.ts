import type { FeedDescription } from '../../core/feed/feed-description.ts';
import type { FeedEntry, FeedLine, RefusalName } from '../../core/feed/feed-line.ts';
import { FeedParser } from '../../core/feed/parse-feed.ts';
import type { GuardContext } from '../../core/guard/guard-context.ts';
import { judgeEntry, type GuardName } from '../../core/guard/judge-entry.ts';
import type { EntryHasher } from '../../core/hash/entry-hash.ts';
import type { Hash64 } from '../../core/hash/hash64.ts';
import { allowNoteOf, noteOf, RECORD_WORDS } from './entry-record.ts';

/** Why something of a feed is not in the snapshot: its line could not be read, or a guard dropped the entry. */
export type DropName = RefusalName | GuardName;

/** A line that came to nothing, for the report. */
export interface DroppedLine {
  /** Within what was read, from 1. */
  readonly line: number;
  readonly text: string;
  readonly because: DropName;
  /** `line`: it could not be read. `guard`: it was read, and may not be listed. */
  readonly by: 'line' | 'guard';
}

/** What one stretch of a feed came to. */
export interface FeedStretch {
  /** `RECORD_WORDS` words an entry. */
  readonly records: Uint32Array<ArrayBuffer>;
  readonly entries: number;
  readonly allowed: number;
  readonly dropped: readonly DroppedLine[];
  /** Texts of a few entries, chosen by hash, so that the same entry is chosen in every build. */
  readonly samples: readonly EntrySample[];
}

export interface EntrySample extends Hash64 {
  readonly text: string;
}

export interface FeedReadingOptions {
  readonly slot: number;
  readonly feed: FeedDescription;
  readonly guards: GuardContext;
  readonly hasher: EntryHasher;
  /** Texts are kept of entries whose hash ends below this; 0 to 2³². */
  readonly sampleBelow: number;
}

/** Reads a feed: text to lines to entries to guards to hashed records. */
export class FeedReading {
  readonly #options: FeedReadingOptions;
  readonly #parser: FeedParser;
  #records = new Uint32Array(RECORD_WORDS * 1024);
  #entries = 0;
  #allowed = 0;
  #dropped: DroppedLine[] = [];
  #samples: EntrySample[] = [];

  constructor(options: FeedReadingOptions) {
    this.#options = options;
    this.#parser = new FeedParser(options.feed);
  }

  push(text: string): void {
    for (const line of this.#parser.push(text)) this.#read(line);
  }

  finish(): void {
    for (const line of this.#parser.finish()) this.#read(line);
  }

  /** Everything since the last call. */
  take(): FeedStretch {
    const stretch = {
      records: this.#records.slice(0, (this.#entries + this.#allowed) * RECORD_WORDS),
      entries: this.#entries,
      allowed: this.#allowed,
      dropped: this.#dropped,
      samples: this.#samples,
    };
    this.#entries = 0;
    this.#allowed = 0;
    this.#dropped = [];
    this.#samples = [];
    return stretch;
  }

  #read(line: FeedLine): void {
    const { slot, guards, hasher } = this.#options;
    switch (line.kind) {
      case 'refused':
        this.#dropped.push({ line: line.line, text: line.text, because: line.because, by: 'line' });
        return;
      case 'allow':
        this.#add(hasher.url(line.host, '/'), allowNoteOf(slot));
        this.#allowed++;
        return;
      case 'entry': {
        const { entry } = line;
        const judgement = judgeEntry(entry, guards);
        if (judgement.kind === 'drop') {
          this.#dropped.push({
            line: line.line,
            text: entryText(entry),
            because: judgement.because,
            by: 'guard',
          });
          return;
        }
        const isAddress = entry.kind === 'address';
        const hash = isAddress ? hasher.address(entry.address) : hasher.url(entry.host, entry.path);
        // A sender's whole domain weighs like a whole host.
        const isWhole = isAddress ? !entry.address.includes('@') : entry.isHostLevel;
        this.#add(hash, noteOf(slot, entry.kind, isWhole));
        this.#entries++;
        if (hash.low < this.#options.sampleBelow) {
          this.#samples.push({ high: hash.high, low: hash.low, text: entryText(entry) });
        }
      }
    }
  }

  #add({ high, low }: Hash64, note: number): void {
    const at = (this.#entries + this.#allowed) * RECORD_WORDS;
    if (at + RECORD_WORDS > this.#records.length) {
      const larger = new Uint32Array(this.#records.length * 2);
      larger.set(this.#records);
      this.#records = larger;
    }
    this.#records[at] = high;
    this.#records[at + 1] = low;
    this.#records[at + 2] = note;
  }
}

/** An entry as people read it: `b.example/1/`, `b.example/`, `sender@b.example`. */
export function entryText(entry: FeedEntry): string {
  return entry.kind === 'address' ? entry.address : entry.host + entry.path;
}
