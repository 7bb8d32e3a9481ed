import { ENTRY_COLUMNS } from './csv-reader.ts';
import type { FeedColumns } from './feed-description.ts';
import { MAX_LINE_CHARACTERS, refused, type FeedLine } from './feed-line.ts';
import { JsonScanner } from './json-scanner.ts';
import { addPlainEntry } from './plain-line.ts';
import { readPlainEntry } from './plain-entry.ts';

/** Names that MetaMask, Polkadot and Discord use. */
const ENTRY_LISTS: ReadonlySet<string> = new Set([
  'deny',
  'denylist',
  'denysub',
  'blacklist',
  'blocklist',
  'blocked',
  'domains',
  'hosts',
  'urls',
  'entries',
  'data',
  'results',
]);
const ALLOW_LISTS: ReadonlySet<string> = new Set(['allow', 'allowlist', 'whitelist']);
/** Sites that MetaMask protects from imitation: neither listed nor allowed. */
const OTHER_LISTS: ReadonlySet<string> = new Set(['fuzzylist']);

type Level =
  | { readonly kind: 'list'; readonly name: string | null; hasReportedUnknown: boolean }
  | {
      readonly kind: 'object';
      readonly name: string | null;
      key: string;
      readonly fields: Map<string, Field>;
    };
type Field = { readonly text: string; readonly line: number };

/**
 * Never holds the whole document. Reads plain lists of strings, named lists (`{"deny": […], "allow": […]}`), and
 * objects with an entry field (PhishTank, URLhaus), one or many.
 */
export class JsonReader {
  readonly #columns: FeedColumns;
  readonly #entryFields: readonly string[];
  readonly #filters: readonly (readonly [name: string, allowed: ReadonlySet<string>])[];
  readonly #levels: Level[] = [];
  readonly #scanner: JsonScanner;
  #found: FeedLine[] = [];

  constructor(columns: FeedColumns) {
    this.#columns = columns;
    this.#entryFields = columns.entry === null ? ENTRY_COLUMNS : [columns.entry.toLowerCase()];
    this.#filters = Object.entries(columns.only).map(
      ([name, values]) => [name.toLowerCase(), new Set(values.map((value) => value.toLowerCase()))] as const,
    );
    this.#scanner = new JsonScanner({
      open: (kind) => this.#open(kind),
      close: () => this.#close(),
      key: (name) => this.#key(name),
      value: (text, line, isString, tooLong) => this.#value(text, line, isString, tooLong),
      broken: (line, text, because) => void this.#found.push(refused(line, text, because)),
    });
  }

  push(chunk: string, found: FeedLine[]): void {
    this.#found = found;
    this.#scanner.push(chunk);
    this.#found = [];
  }

  finish(found: FeedLine[]): void {
    this.#found = found;
    this.#scanner.finish();
    this.#found = [];
  }

  #open(kind: 'list' | 'object'): void {
    const name = this.#currentName();
    this.#levels.push(
      kind === 'list'
        ? { kind, name, hasReportedUnknown: false }
        : { kind, name, key: '', fields: new Map() },
    );
  }

  #currentName(): string | null {
    const level = this.#levels.at(-1);
    if (level === undefined) return null;
    return level.kind === 'object' ? level.key : level.name;
  }

  #key(name: string): void {
    const level = this.#levels.at(-1);
    if (level?.kind === 'object') level.key = name.toLowerCase();
  }

  #value(text: string, line: number, isString: boolean, tooLong: boolean): void {
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    if (level.kind === 'object') {
      const isWanted =
        this.#entryFields.includes(level.key) || this.#filters.some(([name]) => name === level.key);
      if (isWanted && !level.fields.has(level.key)) level.fields.set(level.key, { text, line });
      return;
    }
    if (!isString) return;
    const { name } = level;
    const isEntries =
      this.#columns.entry === null
        ? name === null || ENTRY_LISTS.has(name)
        : name === null || this.#entryFields.includes(name);
    if (isEntries) {
      if (tooLong) this.#found.push(refused(line, text, 'line-too-long'));
      else addPlainEntry(text.trim(), line, this.#found);
    } else if (name !== null && ALLOW_LISTS.has(name)) {
      this.#allow(text.trim(), line);
    } else if (name !== null && !OTHER_LISTS.has(name) && !level.hasReportedUnknown) {
      level.hasReportedUnknown = true;
      // Deeper lists are details of a record, such as tags.
      if (this.#levels.length <= 2) this.#found.push(refused(line, name, 'unknown-list'));
    }
  }

  #allow(text: string, line: number): void {
    const entry = readPlainEntry(text);
    if (!entry.ok) this.#found.push(refused(line, text, entry.failure));
    else if (entry.value.isHostLevel) this.#found.push({ kind: 'allow', line, host: entry.value.host });
    else this.#found.push(refused(line, text, 'allows-one-page'));
  }

  #close(): void {
    const level = this.#levels.pop();
    if (level?.kind !== 'object' || level.fields.size === 0) return;
    const field = this.#entryFields
      .map((name) => level.fields.get(name))
      .find((found) => found !== undefined);
    if (field === undefined) return;
    const passes = this.#filters.every(([name, allowed]) =>
      allowed.has((level.fields.get(name)?.text ?? '').toLowerCase()),
    );
    if (!passes) return;
    if (field.text.length >= MAX_LINE_CHARACTERS) {
      this.#found.push(refused(field.line, field.text, 'line-too-long'));
    } else if (field.text !== '') {
      addPlainEntry(field.text.trim(), field.line, this.#found);
    }
  }
}
