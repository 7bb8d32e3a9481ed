import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { DeviceHeader } from '../../../core/filter/device-header.ts';
import { countBelow } from '../../../core/filter/slice-ranges.ts';
import { rowBytesFor, ROWS_PER_SLICE, TablePart } from '../../../core/filter/verification-table.ts';
import type { ListFacts } from './list-facts.ts';

/** Read at once: 256 kB. */
const SLICES_AT_A_TIME = 64;
const HASH_BYTES = 1 << 20;

/** A verification table on disk, read in parts to bound memory. */
export class TableFile {
  readonly facts: ListFacts;
  readonly header: DeviceHeader;
  readonly #file: FileHandle;
  readonly #rowBytes: number;

  private constructor(file: FileHandle, facts: ListFacts, header: DeviceHeader) {
    this.#file = file;
    this.facts = facts;
    this.header = header;
    this.#rowBytes = rowBytesFor(header.sections.length);
  }

  /**
   * @param sha256 - lower-case hex
   * @throws Error if damaged
   */
  static async open(
    path: string,
    facts: ListFacts,
    header: DeviceHeader,
    sha256: string,
  ): Promise<TableFile> {
    const file = await open(path, 'r');
    try {
      const hash = createHash('sha256');
      const piece = Buffer.alloc(HASH_BYTES);
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, HASH_BYTES, null);
        if (bytesRead === 0) break;
        hash.update(piece.subarray(0, bytesRead));
      }
      if (hash.digest('hex') !== sha256) throw new Error(`${path} is not what was written`);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new TableFile(file, facts, header);
  }

  /** Ascending rows: all with a high word in the range, and some around them. */
  async *parts(from: number, to: number): AsyncGenerator<TablePart, void, void> {
    const { sliceStarts, rowCount } = this.header;
    const first = Math.max(0, countBelow(sliceStarts, from) - 1);
    const end = countBelow(sliceStarts, to + 1);
    for (let slice = first; slice < end; slice += SLICES_AT_A_TIME) {
      const start = slice * ROWS_PER_SLICE * this.#rowBytes;
      const last = Math.min(end, slice + SLICES_AT_A_TIME);
      const length = Math.min(rowCount, last * ROWS_PER_SLICE) * this.#rowBytes - start;
      const bytes = new Uint8Array(length);
      const { bytesRead } = await this.#file.read(bytes, 0, length, start);
      if (bytesRead !== length) throw new Error(`the table of serial ${this.facts.serial} is cut short`);
      yield new TablePart(bytes, this.#rowBytes);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
