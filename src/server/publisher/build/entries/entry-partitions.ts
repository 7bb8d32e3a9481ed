import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode, systemMessage } from '../../../node/explained-failure.ts';
import { RECORD_WORDS } from './entry-record.ts';

/** Sorted by hash, then note. */
export interface SortedRecords {
  readonly length: number;
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly note: Uint32Array;
}

export interface PartitionOptions {
  /** 2^bits partitions; hashes are uniform, so 10⁷ records make 256 of 40,000 each. */
  readonly bits: number;
  /** Upper bound, 12 bytes each; the rest goes to disk. */
  readonly memoryRecords: number;
  readonly folder: string;
}

/** Its own class, so that a full temporary disk is not taken for an unreadable feed. */
export class SortingFailed extends Error {
  override readonly name = 'SortingFailed';

  constructor(folder: string, why: string, cause: unknown) {
    const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
    const isFull = ['ENOSPC', 'EDQUOT'].includes(systemErrorCode(cause) ?? '');
    super(
      `The entries could not be sorted in ${folder}: ${why}. That takes ${RECORD_WORDS * 4} bytes an entry there while a build is at work. ${isFull ? 'Make room there, or name' : 'Name'} another folder by ${variable}.`,
      { cause },
    );
  }
}

const CHUNK_RECORDS = 1024;
const CHUNK_WORDS = CHUNK_RECORDS * RECORD_WORDS;
const CHUNK_BYTES = CHUNK_WORDS * 4;

/**
 * External sort: records are partitioned by the leading bits of their hash, and full chunks go to one file once memory
 * is full.
 */
export class EntryPartitions {
  readonly #options: PartitionOptions;
  readonly #shift: number;
  readonly #partitions: Partition[];
  #inMemory = 0;
  #count = 0;
  #spill: { readonly file: number; readonly folder: string; chunks: number } | null = null;

  constructor(options: PartitionOptions) {
    if (options.bits < 1 || options.bits > 16) throw new RangeError(`${options.bits} partition bits`);
    this.#options = options;
    this.#shift = 32 - options.bits;
    this.#partitions = Array.from({ length: 2 ** options.bits }, () => ({
      full: [],
      spilled: [],
      open: null,
      openWords: 0,
    }));
  }

  get count(): number {
    return this.#count;
  }

  get spilledBytes(): number {
    return (this.#spill?.chunks ?? 0) * CHUNK_BYTES;
  }

  add(records: Uint32Array): void {
    if (records.length % RECORD_WORDS !== 0) throw new RangeError('half a record');
    const partitions = this.#partitions;
    const shift = this.#shift;
    for (let at = 0; at < records.length; at += RECORD_WORDS) {
      const high = records[at] ?? 0;
      const partition = partitions[high >>> shift];
      if (partition === undefined) throw new RangeError('no such partition');
      let open = partition.open;
      if (open === null) {
        open = new Uint32Array(CHUNK_WORDS);
        partition.open = open;
        partition.openWords = 0;
      }
      const words = partition.openWords;
      open[words] = high;
      open[words + 1] = records[at + 1] ?? 0;
      open[words + 2] = records[at + 2] ?? 0;
      partition.openWords = words + RECORD_WORDS;
      if (partition.openWords === CHUNK_WORDS) {
        partition.full.push(open);
        partition.open = null;
        this.#inMemory += CHUNK_RECORDS;
      }
    }
    this.#count += records.length / RECORD_WORDS;
    if (this.#inMemory > this.#options.memoryRecords) this.#wrapSystemErrors(() => this.#spillFullChunks());
  }

  /**
   * Yields each partition once, ascending by hash.
   *
   * @throws {SortingFailed}
   */
  *sorted(): Generator<SortedRecords> {
    try {
      for (const partition of this.#partitions) yield sortRecords(this.#recordsOf(partition));
    } finally {
      this.close();
    }
  }

  close(): void {
    for (const partition of this.#partitions) Object.assign(partition, { full: [], spilled: [], open: null });
    const spill = this.#spill;
    this.#spill = null;
    if (spill === null) return;
    closeSync(spill.file);
    rmSync(spill.folder, { recursive: true, force: true });
  }

  #wrapSystemErrors(work: () => void): void {
    try {
      work();
    } catch (error) {
      const why = systemMessage(error);
      throw why === null ? error : new SortingFailed(this.#options.folder, why, error);
    }
  }

  #openSpill(): { readonly file: number; readonly folder: string; chunks: number } {
    const folder = mkdtempSync(join(this.#options.folder, 'spamlight-sort-'));
    try {
      return { folder, file: openSync(join(folder, 'records'), 'wx+', 0o600), chunks: 0 };
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  #spillFullChunks(): void {
    this.#spill ??= this.#openSpill();
    for (const partition of this.#partitions) {
      for (const chunk of partition.full) {
        writeWhole(this.#spill.file, new Uint8Array(chunk.buffer));
        partition.spilled.push(this.#spill.chunks++);
      }
      partition.full = [];
    }
    this.#inMemory = 0;
  }

  #recordsOf(partition: Partition): Uint32Array {
    const openWords = partition.open === null ? 0 : partition.openWords;
    const words = (partition.spilled.length + partition.full.length) * CHUNK_WORDS + openWords;
    const records = new Uint32Array(words);
    let at = 0;
    for (const chunk of partition.spilled) {
      const bytes = new Uint8Array(records.buffer, at * 4, CHUNK_BYTES);
      this.#wrapSystemErrors(() => readWhole(this.#spill?.file ?? -1, bytes, chunk * CHUNK_BYTES));
      at += CHUNK_WORDS;
    }
    for (const chunk of partition.full) {
      records.set(chunk, at);
      at += CHUNK_WORDS;
    }
    if (partition.open !== null) records.set(partition.open.subarray(0, openWords), at);
    partition.full = [];
    partition.spilled = [];
    partition.open = null;
    return records;
  }
}

interface Partition {
  full: Uint32Array<ArrayBuffer>[];
  /** Indexes of this partition's chunks in the spill file. */
  spilled: number[];
  open: Uint32Array<ArrayBuffer> | null;
  openWords: number;
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at);
}

function readWhole(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) {
    const read = readSync(file, bytes, at, bytes.length - at, position + at);
    if (read === 0) throw new Error('the temporary file of a sort is shorter than what was written');
    at += read;
  }
}

/** An index must fit beside 32 bits of hash in the 53 exact bits of a double. */
const MAX_SORTED_RECORDS = 2 ** 21;

/**
 * Sorts by `(high, low, note)` and drops repetitions. V8 sorts doubles of `high` and index natively, four times as fast
 * as with a comparator.
 */
function sortRecords(records: Uint32Array): SortedRecords {
  const count = records.length / RECORD_WORDS;
  if (count > MAX_SORTED_RECORDS) return sortRecords(withoutRepetitions(records, count));
  const keys = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    keys[index] = (records[index * RECORD_WORDS] ?? 0) * MAX_SORTED_RECORDS + index;
  }
  keys.sort();
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const note = new Uint32Array(count);
  let length = 0;
  for (const key of keys) {
    const from = (key % MAX_SORTED_RECORDS) * RECORD_WORDS;
    const keyHigh = records[from] ?? 0;
    const keyLow = records[from + 1] ?? 0;
    const keyNote = records[from + 2] ?? 0;
    // Find the place before moving anything, so that a million repeated lines move nothing.
    let place = length;
    while (place > 0 && high[place - 1] === keyHigh && isAfter(low, note, place - 1, keyLow, keyNote))
      place--;
    if (place > 0 && high[place - 1] === keyHigh && low[place - 1] === keyLow && note[place - 1] === keyNote)
      continue;
    low.copyWithin(place + 1, place, length);
    note.copyWithin(place + 1, place, length);
    high[length] = keyHigh;
    low[place] = keyLow;
    note[place] = keyNote;
    length++;
  }
  return { length, high, low, note };
}

function isAfter(
  low: Uint32Array,
  note: Uint32Array,
  index: number,
  keyLow: number,
  keyNote: number,
): boolean {
  const otherLow = low[index] ?? 0;
  return otherLow > keyLow || (otherLow === keyLow && (note[index] ?? 0) > keyNote);
}

/** Hashes are uniform, so an oversized partition holds repetitions. */
function withoutRepetitions(records: Uint32Array, count: number): Uint32Array {
  const parts: Uint32Array[] = [];
  for (let from = 0; from < count; from += MAX_SORTED_RECORDS) {
    const { length, high, low, note } = sortRecords(
      records.subarray(from * RECORD_WORDS, (from + MAX_SORTED_RECORDS) * RECORD_WORDS),
    );
    const part = new Uint32Array(length * RECORD_WORDS);
    for (let index = 0; index < length; index++) {
      part[index * RECORD_WORDS] = high[index] ?? 0;
      part[index * RECORD_WORDS + 1] = low[index] ?? 0;
      part[index * RECORD_WORDS + 2] = note[index] ?? 0;
    }
    parts.push(part);
  }
  const words = parts.reduce((sum, part) => sum + part.length, 0);
  if (words >= records.length)
    throw new RangeError(`${count} records in one partition: more partition bits are needed`);
  const joined = new Uint32Array(words);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
