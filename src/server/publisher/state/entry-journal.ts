import * as v from 'valibot';
import { parseJson } from '../../../core/fields/parse-json.ts';
import { readOrNull } from '../../../core/fields/schema.ts';
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EPOCH_KEY_BYTES, type EpochKey } from '../../../core/hash/half-sip-hash.ts';
import { UNFINISHED_PREFIX } from '../../node/write-file.ts';
import { systemErrorCode } from '../../node/explained-failure.ts';

//   offset  size  field
//       0     4  magic       "SPJ1"
//       4     8  epochKey    of the hashes below
//      12     4  nameBytes
//      16     n  names       of feeds, JSON list, UTF-8, padded with spaces to a multiple of 4
//                records, ascending by hash, then name:
//           0  4   high
//           4  4   low
//           8  2   name        index into `names`
//          10  2   day         first seen, days since 1970-01-01
//
// Little-endian. Private to this machine: if damaged or of another version, it is ignored and ages restart.
const MAGIC = 0x314a5053;
const HEADER_BYTES = 16;
export const JOURNAL_RECORD_BYTES = 12;
const BUFFER_RECORDS = 1 << 16;
const MAX_NAMES_BYTES = 1 << 20;

export function journalPath(stateFolder: string): string {
  return join(stateFolder, 'first-seen.bin');
}

/** First-seen days, ascending by hash; the fields are of the current record. */
export interface Journal {
  readonly names: readonly string[];
  readonly high: number;
  readonly low: number;
  readonly name: number;
  readonly day: number;
  readonly isAtEnd: boolean;
  advance(): void;
}

export class JournalReader implements Journal {
  readonly names: readonly string[];
  readonly epochKey: EpochKey;
  readonly #file: number;
  readonly #bytes = new Uint8Array(BUFFER_RECORDS * JOURNAL_RECORD_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #at = 0;
  #position: number;
  high = 0;
  low = 0;
  name = 0;
  day = 0;
  isAtEnd = false;

  private constructor(file: number, names: readonly string[], epochKey: EpochKey, position: number) {
    this.#file = file;
    this.names = names;
    this.epochKey = epochKey;
    this.#position = position;
    this.advance();
  }

  static open(path: string): JournalReader | null {
    let file: number;
    try {
      file = openSync(path, 'r');
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return null;
      throw error;
    }
    const header = new Uint8Array(HEADER_BYTES);
    const view = new DataView(header.buffer);
    const isHeader = readFully(file, header, 0) === HEADER_BYTES && view.getUint32(0, true) === MAGIC;
    const nameBytes = view.getUint32(12, true);
    if (isHeader && nameBytes <= MAX_NAMES_BYTES) {
      const bytes = new Uint8Array(nameBytes);
      const names = readFully(file, bytes, HEADER_BYTES) === nameBytes ? parseNames(bytes) : null;
      if (names !== null) {
        return new JournalReader(file, names, header.slice(4, 4 + EPOCH_KEY_BYTES), HEADER_BYTES + nameBytes);
      }
    }
    closeSync(file);
    return null;
  }

  advance(): void {
    if (this.#at >= this.#length) {
      const read = readFully(this.#file, this.#bytes, this.#position);
      this.#position += read;
      this.#length = read - (read % JOURNAL_RECORD_BYTES);
      this.#at = 0;
      if (this.#length === 0) {
        this.isAtEnd = true;
        return;
      }
    }
    const at = this.#at;
    this.high = this.#view.getUint32(at, true);
    this.low = this.#view.getUint32(at + 4, true);
    this.name = this.#view.getUint16(at + 8, true);
    this.day = this.#view.getUint16(at + 10, true);
    this.#at = at + JOURNAL_RECORD_BYTES;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Writes to a temporary file, which replaces the old journal on `commit`. */
export class JournalWriter {
  readonly #path: string;
  readonly #aside: string;
  readonly #file: number;
  readonly #bytes = new Uint8Array(BUFFER_RECORDS * JOURNAL_RECORD_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #isOpen = true;

  constructor(stateFolder: string, names: readonly string[], epochKey: EpochKey) {
    this.#path = journalPath(stateFolder);
    this.#aside = join(stateFolder, `${UNFINISHED_PREFIX}first-seen.bin`);
    this.#file = openSync(this.#aside, 'w', 0o600);
    const text = new TextEncoder().encode(JSON.stringify(names));
    const nameBytes = (text.length + 3) & ~3;
    const header = new Uint8Array(HEADER_BYTES + nameBytes).fill(0x20);
    const view = new DataView(header.buffer);
    view.setUint32(0, MAGIC, true);
    header.set(epochKey, 4);
    view.setUint32(12, nameBytes, true);
    header.set(text, HEADER_BYTES);
    writeFully(this.#file, header);
  }

  add(high: number, low: number, name: number, day: number): void {
    if (this.#length === this.#bytes.length) this.#flush();
    const at = this.#length;
    this.#view.setUint32(at, high, true);
    this.#view.setUint32(at + 4, low, true);
    this.#view.setUint16(at + 8, name, true);
    this.#view.setUint16(at + 10, day, true);
    this.#length = at + JOURNAL_RECORD_BYTES;
  }

  commit(): void {
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
    this.#isOpen = false;
    renameSync(this.#aside, this.#path);
  }

  discard(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#file);
    rmSync(this.#aside, { force: true });
  }

  #flush(): void {
    writeFully(this.#file, this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }
}

function parseNames(bytes: Uint8Array): readonly string[] | null {
  return readOrNull(v.array(v.string()), parseJson(new TextDecoder().decode(bytes)));
}

function readFully(file: number, bytes: Uint8Array, position: number): number {
  let at = 0;
  while (at < bytes.length) {
    const read = readSync(file, bytes, at, bytes.length - at, position + at);
    if (read === 0) break;
    at += read;
  }
  return at;
}

function writeFully(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at);
}
