import type { Journal } from '../../state/entry-journal.ts';
import type { EntryPartitions, SortedRecords } from './entry-partitions.ts';

/** The previous journal, hashed under the new epoch's key; only entries that feeds still list. */
export class RekeyedJournal implements Journal {
  readonly names: readonly string[];
  readonly #partitions: Iterator<SortedRecords>;
  #records: SortedRecords | null = null;
  #at = -1;
  high = 0;
  low = 0;
  name = 0;
  day = 0;
  isAtEnd = false;

  /** @param firstSeen - records `[high, low, name << 16 | day]` */
  constructor(names: readonly string[], firstSeen: EntryPartitions) {
    this.names = names;
    this.#partitions = firstSeen.sorted();
    this.advance();
  }

  advance(): void {
    this.#at++;
    while (this.#records === null || this.#at >= this.#records.length) {
      const next = this.#partitions.next();
      if (next.done === true) {
        this.isAtEnd = true;
        return;
      }
      this.#records = next.value;
      this.#at = 0;
    }
    const { high, low, note } = this.#records;
    this.high = high[this.#at] ?? 0;
    this.low = low[this.#at] ?? 0;
    const packed = note[this.#at] ?? 0;
    this.name = packed >>> 16;
    this.day = packed & 0xffff;
  }
}
