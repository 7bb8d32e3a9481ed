import type { Journal } from './entry-journal.ts';

/** The journal in memory: 12 bytes a record, shared by threads. */
export interface JournalTable {
  readonly names: readonly string[];
  readonly length: number;
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly name: Uint16Array;
  readonly day: Uint16Array;
}

export function journalTable(journal: Journal): JournalTable {
  let table = emptyTable(journal.names, 1 << 16);
  let length = 0;
  for (; !journal.isAtEnd; journal.advance()) {
    if (length === table.high.length) {
      const larger = emptyTable(journal.names, length * 2);
      larger.high.set(table.high);
      larger.low.set(table.low);
      larger.name.set(table.name);
      larger.day.set(table.day);
      table = larger;
    }
    table.high[length] = journal.high;
    table.low[length] = journal.low;
    table.name[length] = journal.name;
    table.day[length] = journal.day;
    length++;
  }
  return { ...table, length };
}

function emptyTable(names: readonly string[], capacity: number): JournalTable {
  return {
    names,
    length: 0,
    high: new Uint32Array(new SharedArrayBuffer(capacity * 4)),
    low: new Uint32Array(new SharedArrayBuffer(capacity * 4)),
    name: new Uint16Array(new SharedArrayBuffer(capacity * 2)),
    day: new Uint16Array(new SharedArrayBuffer(capacity * 2)),
  };
}

/** -1 if none. Interpolation search: hashes are uniform, so 10⁷ records take 3 steps; bisection takes 24. */
export function firstSeenIn(table: JournalTable, entryHigh: number, entryLow: number, feed: number): number {
  const { high, low, name, day, length } = table;
  let from = 0;
  let to = length;
  for (let step = 0; from < to; step++) {
    const first = high[from] ?? 0;
    const last = high[to - 1] ?? 0;
    const span = last - first;
    const guess =
      step < 8 && span > 0
        ? from + Math.floor((to - 1 - from) * Math.min(1, Math.max(0, (entryHigh - first) / span)))
        : (from + to) >>> 1;
    const guessHigh = high[guess] ?? 0;
    if (guessHigh < entryHigh || (guessHigh === entryHigh && (low[guess] ?? 0) < entryLow)) from = guess + 1;
    else to = guess;
  }
  for (; from < length && high[from] === entryHigh && low[from] === entryLow; from++) {
    if (name[from] === feed) return day[from] ?? -1;
  }
  return -1;
}
