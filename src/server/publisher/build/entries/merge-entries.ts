/**
 * Merges the sorted entries of all feeds into sections. In one file, because each entry passes through all of it once.
 */
import { PAGES_TO_WIDEN } from '../../../../core/guard/widen-entry.ts';
import {
  compareSections,
  type FingerprintList,
  type SectionName,
} from '../../../../core/snapshot/snapshot.ts';
import { SEVERAL_SOURCES } from '../../../../core/verdict/verdict.ts';
import type { WeightRules } from '../../feeds/read-feeds-file.ts';
import type { SortedRecords } from './entry-partitions.ts';
import type { EntryAges } from './entry-ages.ts';
import {
  isAllowNote,
  isHostLevelNote,
  isPageEnough,
  isPageNote,
  isWithdrawalNote,
  kindOfNote,
  pageOf,
  slotOf,
  traitsOf,
  WIDENED_HOST_NOTE,
} from './entry-record.ts';
import { weighEntry, type Voice } from './weigh-entry.ts';

/** Full hashes, ascending; `sectionsOf` cuts them to fingerprints. */
export interface MergedSection {
  readonly name: SectionName;
  readonly hashes: FingerprintList;
}

export interface MergeTotals {
  readonly unique: number;
  readonly entries: number;
  /** Published hosts that are listed only because of their pages. */
  readonly widened: number;
  readonly tooWeak: number;
  /** Listings past their feed's `expiryDays`. */
  readonly expired: number;
  /** Entries by slot (number of a feed copy); repeats in a feed count once. */
  readonly bySlot: readonly number[];
  readonly onlyBySlot: readonly number[];
  /** Dropped because another feed calls them good. */
  readonly allowedBySlot: readonly number[];
  /** Dropped because the feed itself withdraws them. */
  readonly withdrawnBySlot: readonly number[];
  /** `overlap[a * slots + b]`: entries in both slots. */
  readonly overlap: Uint32Array;
}

export interface MergedEntries {
  readonly sections: readonly MergedSection[];
  /** Sources of senders and texts whose every feed is reviewed, sorted. */
  readonly reviewedGroups: readonly string[];
  readonly totals: MergeTotals;
}

export interface MergeOptions {
  /** By slot; null for an unfit copy, which is ignored. */
  readonly voices: readonly (Voice | null)[];
  readonly weights: WeightRules;
  readonly ages: EntryAges;
  /** @throws {TooManyEntries} above it, mostly at once: hashes are evenly spread */
  readonly mostEntries: number;
}

export class TooManyEntries extends Error {
  override readonly name = 'TooManyEntries';
  readonly entries: number;

  constructor(entries: number) {
    super(`${entries} entries`);
    this.entries = entries;
  }
}

/** After so many an estimate of all is within 2 %. */
const SAMPLED_ENTRIES = 1 << 16;

export function mergeEntries(partitions: Iterable<SortedRecords>, options: MergeOptions): MergedEntries {
  const { voices } = options;
  const slots = voices.length;
  const sections = new Map<string, GrowingSection>();
  /** Cache: few combinations of traits and slots occur, each in up to millions of entries. */
  const decided = new Map<number | string, GrowingSection | null>();
  const bySlot = zeros(slots);
  const onlyBySlot = zeros(slots);
  const allowedBySlot = zeros(slots);
  const withdrawnBySlot = zeros(slots);
  const overlap = new Uint32Array(slots * slots);
  let unique = 0;
  let entries = 0;
  let tooWeak = 0;
  let widened = 0;
  let expired = 0;

  const decide = (note: number, listing: readonly number[]): GrowingSection | null => {
    const traits = traitsOf(note);
    const [first] = listing;
    const key = listing.length === 1 ? traits * 0x1_0000 + (first ?? 0) : `${traits}:${listing.join()}`;
    const known = decided.get(key);
    if (known !== undefined) return known;
    const name = weighEntry(
      {
        kind: kindOfNote(note),
        isHostLevel: isHostLevelNote(note),
        isWidened: isPageNote(note),
        voices: listing.flatMap((slot) => voices[slot] ?? []),
      },
      options.weights,
    );
    let section: GrowingSection | null = null;
    if (name !== null) {
      const id = [name.kind, name.category, name.action, name.group].join(' ');
      section = sections.get(id) ?? new GrowingSection(name);
      sections.set(id, section);
    }
    decided.set(key, section);
    return section;
  };

  const listing: number[] = [];
  const allowing: number[] = [];
  const withdrawing: number[] = [];
  const pages = new ListedPages();
  for (const { length, high, low, note } of partitions) {
    for (let from = 0; from < length;) {
      const entryHigh = high[from] ?? 0;
      const entryLow = low[from] ?? 0;
      let entryNote = 0;
      listing.length = 0;
      allowing.length = 0;
      withdrawing.length = 0;
      pages.clear();
      let to = from;
      for (; to < length && high[to] === entryHigh && low[to] === entryLow; to++) {
        const recordNote = note[to] ?? 0;
        const slot = slotOf(recordNote);
        if (voices[slot] === null || voices[slot] === undefined) continue;
        if (isAllowNote(recordNote)) {
          allowing.push(slot);
          continue;
        }
        if (isWithdrawalNote(recordNote)) {
          withdrawing.push(slot);
          continue;
        }
        if (isPageNote(recordNote)) {
          pages.add(recordNote);
          continue;
        }
        entryNote = recordNote;
        if (listing[listing.length - 1] !== slot) listing.push(slot);
      }
      from = to;
      if (withdrawing.length > 0) drop(listing, (slot) => withdrawing.includes(slot), withdrawnBySlot);
      const isWidened = listing.length === 0 && pages.speakForHost();
      if (isWidened) {
        listing.push(...pages.slots);
        entryNote = WIDENED_HOST_NOTE;
      }
      if (listing.length === 0) continue;
      const listed = listing.length;
      listing.length = options.ages.current(entryHigh, entryLow, listing);
      expired += listed - listing.length;
      // A feed that calls a host good overrules other feeds, not itself.
      if (allowing.length > 0)
        drop(listing, (slot) => allowing.some((other) => other !== slot), allowedBySlot);
      if (listing.length === 0) continue;
      if (!isWidened) {
        unique++;
        countListing(listing, slots, { bySlot, onlyBySlot, overlap });
      }
      const section = decide(entryNote, listing);
      if (section === null) {
        if (!isWidened) tooWeak++;
      } else {
        section.add(entryHigh, entryLow);
        entries++;
        if (isWidened) widened++;
      }
    }
    const expected = Math.round((entries * 2 ** 32) / ((high[length - 1] ?? 0) + 1));
    if (entries > SAMPLED_ENTRIES && expected > 1.02 * options.mostEntries)
      throw new TooManyEntries(expected);
  }
  const merged = [...sections.values()]
    .map((section) => section.finish())
    .sort((a, b) => compareSections(a.name, b.name));
  return {
    sections: merged,
    reviewedGroups: reviewedGroups(merged, voices),
    totals: {
      unique,
      entries,
      widened,
      tooWeak,
      expired,
      bySlot,
      onlyBySlot,
      allowedBySlot,
      withdrawnBySlot,
      overlap,
    },
  };
}

function reviewedGroups(
  sections: readonly MergedSection[],
  voices: MergeOptions['voices'],
): readonly string[] {
  const groups = new Set(sections.flatMap(({ name: { kind, group } }) => (kind === 'url' ? [] : [group])));
  for (const voice of voices) if (voice?.reviewed === false) groups.delete(voice.group);
  groups.delete(SEVERAL_SOURCES);
  return [...groups].sort();
}

interface ListingCounts {
  readonly bySlot: number[];
  readonly onlyBySlot: number[];
  readonly overlap: Uint32Array;
}

function countListing(
  listing: readonly number[],
  slots: number,
  { bySlot, onlyBySlot, overlap }: ListingCounts,
): void {
  for (const slot of listing) {
    bySlot[slot] = (bySlot[slot] ?? 0) + 1;
    if (listing.length === 1) onlyBySlot[slot] = (onlyBySlot[slot] ?? 0) + 1;
    for (const other of listing) {
      const cell = slot * slots + other;
      overlap[cell] = (overlap[cell] ?? 0) + 1;
    }
  }
}

class ListedPages {
  #isEnough = false;
  readonly #pages: number[] = [];
  readonly slots: number[] = [];

  clear(): void {
    if (this.slots.length === 0) return;
    this.#isEnough = false;
    this.#pages.length = 0;
    this.slots.length = 0;
  }

  add(note: number): void {
    if (isPageEnough(note)) this.#isEnough = true;
    const page = pageOf(note);
    if (this.#pages.length < PAGES_TO_WIDEN && !this.#pages.includes(page)) this.#pages.push(page);
    const slot = slotOf(note);
    if (!this.slots.includes(slot)) this.slots.push(slot);
  }

  speakForHost(): boolean {
    if (!this.#isEnough && this.#pages.length < PAGES_TO_WIDEN) return false;
    this.slots.sort((a, b) => a - b);
    return true;
  }
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0);
}

function drop(listing: number[], isDropped: (slot: number) => boolean, dropped: number[]): void {
  let kept = 0;
  for (const slot of listing) {
    if (isDropped(slot)) dropped[slot] = (dropped[slot] ?? 0) + 1;
    else listing[kept++] = slot;
  }
  listing.length = kept;
}

class GrowingSection {
  readonly #name: SectionName;
  #high = new Uint32Array(1024);
  #low = new Uint32Array(1024);
  #length = 0;

  constructor(name: SectionName) {
    this.#name = name;
  }

  add(high: number, low: number): void {
    if (this.#length === this.#high.length) {
      this.#high = larger(this.#high);
      this.#low = larger(this.#low);
    }
    this.#high[this.#length] = high;
    this.#low[this.#length] = low;
    this.#length++;
  }

  finish(): MergedSection {
    return {
      name: this.#name,
      hashes: { high: this.#high.subarray(0, this.#length), low: this.#low.subarray(0, this.#length) },
    };
  }
}

function larger(words: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(words.length * 2);
  copy.set(words);
  return copy;
}
