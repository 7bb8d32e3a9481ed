import type { FeedColumns } from './feed-description.ts';
import { refused, type FeedLine } from './feed-line.ts';
import { addPlainEntry } from './plain-line.ts';

/** Common names of the entry's column or field, best first. */
export const ENTRY_COLUMNS = [
  'url',
  'ioc_value',
  'ioc',
  'domain',
  'host',
  'hostname',
  'indicator',
  'value',
] as const;

/**
 * The header is the first row, or a comment that names the entry's column (URLhaus, ThreatFox).
 * Line ends in quotes (RFC 4180) are not supported: no known feed has them, and a stray quote would swallow the feed.
 */
export class CsvReader {
  readonly #columns: FeedColumns;
  #delimiter: string | null = null;
  #entryAt = -1;
  #filters: readonly Filter[] = [];
  #header: 'awaited' | 'found' | 'missing' = 'awaited';

  constructor(columns: FeedColumns) {
    this.#columns = columns;
    if (columns.entry === null || !PLACE.test(columns.entry)) return;
    this.#header = 'found';
    this.#entryAt = Number(columns.entry) - 1;
    this.#filters = filtersOf(columns, (name) => (PLACE.test(name) ? Number(name) - 1 : -1));
  }

  line(text: string, line: number, found: FeedLine[]): void {
    if (text.trim() === '') return;
    if (/^\s*</.test(text)) return void found.push(refused(line, text, 'markup'));
    if (/^\s*(?:#|\/\/)/.test(text)) {
      if (this.#header !== 'found') this.#readHeader(headerOfComment(text));
      return;
    }
    if (this.#header === 'awaited') {
      if (this.#readHeader(text)) return;
      this.#header = 'missing';
    }
    if (this.#header === 'missing') return void found.push(refused(line, text, 'no-such-column'));
    this.#delimiter ??= delimiterOf(text);
    const row = splitRow(text, this.#delimiter);
    if (row === null) return void found.push(refused(line, text, 'unclosed-quote'));
    const entry = row[this.#entryAt];
    if (entry === undefined) return void found.push(refused(line, text, 'no-such-column'));
    if (entry === '' || !this.#filters.every(({ at, allowed }) => allowed.has((row[at] ?? '').toLowerCase())))
      return;
    addPlainEntry(entry, line, found);
  }

  #readHeader(text: string): boolean {
    const delimiter = delimiterOf(text);
    const names = splitRow(text, delimiter)?.map((name) => name.toLowerCase());
    if (names === undefined) return false;
    const wanted = this.#columns.entry === null ? ENTRY_COLUMNS : [this.#columns.entry.toLowerCase()];
    const at = wanted.map((name) => names.indexOf(name)).find((index) => index !== -1) ?? -1;
    const filters = filtersOf(this.#columns, (name) => names.indexOf(name));
    if (at === -1 || filters.some((filter) => filter.at === -1)) return false;
    this.#delimiter = delimiter;
    this.#entryAt = at;
    this.#filters = filters;
    this.#header = 'found';
    return true;
  }
}

/** Column number, from 1. */
const PLACE = /^[1-9]\d{0,3}$/;

interface Filter {
  readonly at: number;
  readonly allowed: ReadonlySet<string>;
}

/** @param placeOf - column index, or −1, which lets no row pass */
function filtersOf({ only }: FeedColumns, placeOf: (name: string) => number): readonly Filter[] {
  return Object.entries(only).map(([name, values]) => ({
    at: placeOf(name.toLowerCase()),
    allowed: new Set(values.map((value) => value.toLowerCase())),
  }));
}

function delimiterOf(text: string): string {
  return ['\t', ';', '|'].find((mark) => text.includes(mark) && !text.includes(',')) ?? ',';
}

/**
 * The header may have a label: `# id,dateadded,url`, `# CSV: Date,Score,URL,IP` (PhishStats), `#fields ts url` with
 * tabs (Zeek).
 */
export function headerOfComment(text: string): string {
  return text
    .replace(/^\s*(?:#+|\/\/)\s*/, '')
    .replace(/^(?:csv|fields?|columns?|header|format)\s*[:\t]\s*/i, '');
}

/** Trims fields; null if a quote is never closed. */
export function splitRow(text: string, delimiter: string): string[] | null {
  const row: string[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ' ') at++;
    if (text[at] === '"') {
      let field = '';
      for (at++; ; at++) {
        const quote = text.indexOf('"', at);
        if (quote === -1) return null;
        field += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        field += '"';
      }
      row.push(field.trim());
      // ThreatFox has blanks after closing quotes.
      at = text.indexOf(delimiter, at);
    } else {
      const end = text.indexOf(delimiter, at);
      row.push(text.slice(at, end === -1 ? text.length : end).trim());
      at = end;
    }
    if (at === -1) return row;
    at++;
  }
}
