import type { FeedDescription } from '../../../../core/feed/feed-description.ts';
import { parseAddress } from '../../../../core/feed/address-line.ts';
import { isBand } from '../../../../core/fingerprint/band-digest.ts';
import { readPlainEntry } from '../../../../core/feed/plain-entry.ts';
import type { FeedEntry, FeedLine } from '../../../../core/feed/feed-line.ts';
import { FeedParser } from '../../../../core/feed/parse-feed.ts';
import type { GuardContext } from '../../../../core/guard/guard-context.ts';
import { entryFacts } from '../../../../core/guard/entry-facts.ts';
import { objectionTo } from '../../../../core/guard/judge-entry.ts';
import { wideningOf } from '../../../../core/guard/widen-entry.ts';
import type { EntryHasher } from '../../../../core/hash/entry-hash.ts';
import type { Hash64 } from '../../../../core/hash/hash64.ts';
import { endsInRootZone } from '../../guards/root-zone.ts';
import type { DropName } from '../../report/drop-name.ts';
import { firstSeenIn, type JournalTable } from '../../state/journal-table.ts';
import { allowNoteOf, noteOf, pageNoteOf, RECORD_WORDS, withdrawalNoteOf } from '../entries/entry-record.ts';

export interface DroppedLine {
  /** Line number in the text that one `FeedReading` got, from 1. */
  readonly line: number;
  readonly text: string;
  readonly because: DropName;
  /** `line`: refused by the parser. */
  readonly by: 'line' | 'guard';
}

export interface FeedStretch {
  /** `RECORD_WORDS` words per record. */
  readonly records: Uint32Array<ArrayBuffer>;
  /** If the epoch key is new: `[high, low, name << 16 | day]` for entries in the old journal. */
  readonly firstSeen: Uint32Array<ArrayBuffer>;
  readonly entries: number;
  readonly allowed: number;
  /** Entries, listed or dropped, whose host has no known top-level domain. */
  readonly outsideRootZone: number;
  readonly dropped: readonly DroppedLine[];
  /** Chosen by hash, so that every build chooses the same ones. */
  readonly samples: readonly EntrySample[];
  readonly landmarks: readonly string[];
}

export interface EntrySample extends Hash64 {
  readonly text: string;
}

/** For keeping first-seen days under a new epoch key; `hasher` and `table` are those of the old key. */
export interface Rekeying {
  readonly hasher: EntryHasher;
  readonly table: JournalTable;
}

export interface FeedReadingOptions {
  readonly slot: number;
  readonly feed: FeedDescription;
  readonly guards: GuardContext;
  readonly hasher: EntryHasher;
  /** An entry is a sample if its hash's low word is below this; 2³² samples all. */
  readonly sampleBelow: number;
  readonly rekeying: Rekeying | null;
}

export class FeedReading {
  readonly #options: FeedReadingOptions;
  readonly #parser: FeedParser;
  #records = new Uint32Array(RECORD_WORDS * 1024);
  #recordCount = 0;
  /** `entryText` of a landmark → its spelling in `feeds.json`. */
  readonly #landmarks: ReadonlyMap<string, string>;
  #seenLandmarks: string[] = [];
  #firstSeen: number[] = [];
  /** Index of this feed's name in the old journal; -1 if missing. */
  readonly #oldName: number;
  #entries = 0;
  #allowed = 0;
  #outsideRootZone = 0;
  #dropped: DroppedLine[] = [];
  #samples: EntrySample[] = [];

  constructor(options: FeedReadingOptions) {
    this.#options = options;
    this.#parser = new FeedParser(options.feed);
    this.#landmarks = landmarksOf(options.feed);
    this.#oldName = options.rekeying?.table.names.indexOf(options.feed.name) ?? -1;
  }

  push(text: string): void {
    for (const line of this.#parser.push(text)) this.#read(line);
  }

  finish(): void {
    for (const line of this.#parser.finish()) this.#read(line);
  }

  take(): FeedStretch {
    const stretch = {
      records: this.#records.slice(0, this.#recordCount * RECORD_WORDS),
      firstSeen: Uint32Array.from(this.#firstSeen),
      entries: this.#entries,
      allowed: this.#allowed,
      outsideRootZone: this.#outsideRootZone,
      dropped: this.#dropped,
      samples: this.#samples,
      landmarks: this.#seenLandmarks,
    };
    this.#recordCount = 0;
    this.#seenLandmarks = [];
    this.#firstSeen = [];
    this.#entries = 0;
    this.#allowed = 0;
    this.#outsideRootZone = 0;
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
      case 'withdrawn':
        this.#add(hashOf(line.entry, hasher), withdrawalNoteOf(slot));
        return;
      case 'entry': {
        const { entry } = line;
        const text = this.#landmarks.size === 0 ? null : this.#landmarks.get(entryText(entry));
        if (text !== null && text !== undefined) this.#seenLandmarks.push(text);
        if (entry.kind === 'message') {
          // Guards judge hosts, and a message entry has none. `spamlight fingerprint --good` keeps out good mails.
          this.#keep(entry, false);
          return;
        }
        const facts = entryFacts(entry);
        if (!facts.isIp && !endsInRootZone(facts.host)) this.#outsideRootZone++;
        const because = objectionTo(facts, guards);
        if (because !== null) {
          this.#dropped.push({
            line: line.line,
            text: entryText(entry),
            because,
            by: 'guard',
          });
          return;
        }
        const hash = this.#keep(entry, facts.isWhole);
        const widening = wideningOf(facts, guards);
        if (widening === 'no') return;
        const host = hasher.url(facts.host, '/');
        this.#add(host, pageNoteOf(slot, widening === 'sure', hash));
        if (this.#oldName !== -1) {
          this.#carryOver({ kind: 'url', host: facts.host, path: '/', isHostLevel: true }, host);
        }
      }
    }
  }

  #keep(entry: FeedEntry, isHostLevel: boolean): Hash64 {
    const { slot, hasher, sampleBelow } = this.#options;
    const hash = hashOf(entry, hasher);
    this.#add(hash, noteOf(slot, entry.kind, isHostLevel));
    this.#entries++;
    if (this.#oldName !== -1) this.#carryOver(entry, hash);
    if (hash.low < sampleBelow)
      this.#samples.push({ high: hash.high, low: hash.low, text: entryText(entry) });
    return hash;
  }

  #carryOver(entry: FeedEntry, { high, low }: Hash64): void {
    const { rekeying } = this.#options;
    if (rekeying === null) return;
    const old = hashOf(entry, rekeying.hasher);
    const day = firstSeenIn(rekeying.table, old.high, old.low, this.#oldName);
    if (day !== -1) this.#firstSeen.push(high, low, ((this.#oldName << 16) | day) >>> 0);
  }

  #add({ high, low }: Hash64, note: number): void {
    const at = this.#recordCount++ * RECORD_WORDS;
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

/** Leaves out unreadable landmarks, so the guard reports them as missing. */
function landmarksOf({ landmarks, format }: FeedDescription): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const landmark of landmarks) {
    const entry = readLandmark(landmark, format);
    if (entry !== null) read.set(entryText(entry), landmark);
  }
  return read;
}

function readLandmark(landmark: string, format: FeedDescription['format']): FeedEntry | null {
  if (format === 'fingerprint-list') return isBand(landmark) ? { kind: 'message', band: landmark } : null;
  const entry = format === 'address-list' ? parseAddress(landmark) : readPlainEntry(landmark);
  return entry.ok ? entry.value : null;
}

function hashOf(entry: FeedEntry, hasher: EntryHasher): Hash64 {
  switch (entry.kind) {
    case 'url':
      return hasher.url(entry.host, entry.path);
    case 'address':
      return hasher.address(entry.address);
    case 'message':
      return hasher.message(entry.band);
  }
}

/** `b.example/1/`, `b.example/`, `sender@b.example` or `0.9f86d081884c7d65`. */
export function entryText(entry: FeedEntry): string {
  switch (entry.kind) {
    case 'url':
      return entry.host + entry.path;
    case 'address':
      return entry.address;
    case 'message':
      return entry.band;
  }
}
