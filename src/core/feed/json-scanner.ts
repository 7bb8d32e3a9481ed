import { MAX_LINE_CHARACTERS } from './feed-line.ts';

export const MAX_JSON_DEPTH = 32;

export interface JsonEvents {
  readonly open: (kind: 'list' | 'object') => void;
  readonly close: () => void;
  readonly key: (name: string) => void;
  /** Strings are decoded, other values as written. If `tooLong`, `text` is truncated. */
  readonly value: (text: string, line: number, isString: boolean, tooLong: boolean) => void;
  /** The text is no JSON. No event follows. */
  readonly broken: (line: number, text: string, because: 'bad-json' | 'too-deep' | 'markup') => void;
}

type Expected =
  /** `value`: at the top level, any number of values (JSON lines). */
  'value' | 'value-or-end' | 'key-or-end' | 'key' | 'colon' | 'comma-or-end';

/** Keeps only one string (≤ `MAX_LINE_CHARACTERS`) and the kinds of open levels. Checks structure by RFC 8259. */
export class JsonScanner {
  readonly #events: JsonEvents;
  readonly #levels: ('list' | 'object')[] = [];
  #expected: Expected = 'value';
  #line = 1;
  #isBroken = false;
  #isAtStart = true;
  /** The token that the last chunk left unfinished. */
  #inside: 'nothing' | 'string' | 'escape' | 'word' = 'nothing';
  #text = '';
  #textIsCut = false;
  #textLine = 1;
  /** Digits so far of a `\u` escape; null outside one. */
  #hex: string | null = null;

  constructor(events: JsonEvents) {
    this.#events = events;
  }

  push(chunk: string): void {
    let at = 0;
    if (this.#isAtStart && chunk !== '') {
      this.#isAtStart = false;
      if (chunk.startsWith('\uFEFF')) at = 1;
    }
    while (at < chunk.length && !this.#isBroken) at = this.#step(chunk, at);
  }

  finish(): void {
    if (this.#isBroken) return;
    if (this.#inside === 'word') this.#endWord();
    if (this.#inside !== 'nothing' || this.#levels.length > 0) this.#break('(end of file)', 'bad-json');
  }

  /**
   * Reads one token, or the chunk's part of it.
   *
   * @returns index after what was read
   */
  #step(chunk: string, at: number): number {
    switch (this.#inside) {
      case 'string':
        return this.#stringPart(chunk, at);
      case 'escape':
        return this.#escapePart(chunk, at);
      case 'word':
        return this.#wordPart(chunk, at);
      case 'nothing':
        return this.#betweenTokens(chunk, at);
    }
  }

  #betweenTokens(chunk: string, at: number): number {
    const mark = chunk[at] ?? '';
    switch (mark) {
      case '\n':
        this.#line++;
        return at + 1;
      case ' ':
      case '\t':
      case '\r':
        return at + 1;
      case '"':
        if (this.#expected === 'colon' || this.#expected === 'comma-or-end')
          return this.#break(chunk.slice(at));
        this.#startText('string');
        return at + 1;
      case '[':
      case '{':
        if (!this.#expectsValue()) return this.#break(chunk.slice(at));
        if (this.#levels.length >= MAX_JSON_DEPTH) return this.#break(chunk.slice(at), 'too-deep');
        this.#levels.push(mark === '[' ? 'list' : 'object');
        this.#events.open(mark === '[' ? 'list' : 'object');
        this.#expected = mark === '[' ? 'value-or-end' : 'key-or-end';
        return at + 1;
      case ']':
      case '}': {
        const isEmpty = this.#expected === (mark === ']' ? 'value-or-end' : 'key-or-end');
        const isOurs = this.#levels.at(-1) === (mark === ']' ? 'list' : 'object');
        if (!isOurs || !(isEmpty || this.#expected === 'comma-or-end')) return this.#break(chunk.slice(at));
        this.#levels.pop();
        this.#events.close();
        this.#afterValue();
        return at + 1;
      }
      case ',':
        if (this.#expected !== 'comma-or-end') return this.#break(chunk.slice(at));
        this.#expected = this.#levels.at(-1) === 'list' ? 'value' : 'key';
        return at + 1;
      case ':':
        if (this.#expected !== 'colon') return this.#break(chunk.slice(at));
        this.#expected = 'value';
        return at + 1;
      default:
        if (mark === '<') return this.#break(chunk.slice(at), 'markup');
        if (!this.#expectsValue() || !WORD.test(mark)) return this.#break(chunk.slice(at));
        this.#startText('word');
        return at;
    }
  }

  #expectsValue(): boolean {
    return this.#expected === 'value' || this.#expected === 'value-or-end';
  }

  #startText(inside: 'string' | 'word'): void {
    this.#inside = inside;
    this.#text = '';
    this.#textIsCut = false;
    this.#textLine = this.#line;
  }

  #stringPart(chunk: string, at: number): number {
    STRING_END.lastIndex = at;
    const end = STRING_END.exec(chunk)?.index ?? -1;
    this.#append(chunk.slice(at, end === -1 ? chunk.length : end));
    if (end === -1) return chunk.length;
    const mark = chunk[end];
    if (mark === '\\') this.#inside = 'escape';
    else if (mark === '"') this.#endString();
    // A control character: the quote was never closed.
    else return this.#break(this.#text);
    return end + 1;
  }

  #escapePart(chunk: string, at: number): number {
    const mark = chunk[at] ?? '';
    if (this.#hex !== null) {
      if (!/^[0-9a-f]$/i.test(mark)) return this.#break(this.#text);
      this.#hex += mark;
      if (this.#hex.length === 4) {
        this.#append(String.fromCharCode(Number.parseInt(this.#hex, 16)));
        this.#hex = null;
        this.#inside = 'string';
      }
      return at + 1;
    }
    if (mark === 'u') {
      this.#hex = '';
      return at + 1;
    }
    const meant = ESCAPES.get(mark);
    if (meant === undefined) return this.#break(this.#text);
    this.#append(meant);
    this.#inside = 'string';
    return at + 1;
  }

  #wordPart(chunk: string, at: number): number {
    WORD_END.lastIndex = at;
    const end = WORD_END.exec(chunk)?.index ?? -1;
    this.#append(chunk.slice(at, end === -1 ? chunk.length : end));
    if (end === -1) return chunk.length;
    this.#endWord();
    return end;
  }

  #endWord(): void {
    this.#inside = 'nothing';
    if (!VALID_WORD.test(this.#text)) {
      this.#break(this.#text);
      return;
    }
    this.#afterValue();
    this.#events.value(this.#text, this.#textLine, false, false);
  }

  #endString(): void {
    this.#inside = 'nothing';
    if (this.#expected === 'key' || this.#expected === 'key-or-end') {
      this.#expected = 'colon';
      this.#events.key(this.#text);
      return;
    }
    this.#afterValue();
    this.#events.value(this.#text, this.#textLine, true, this.#textIsCut);
  }

  #afterValue(): void {
    this.#expected = this.#levels.length === 0 ? 'value' : 'comma-or-end';
  }

  #append(part: string): void {
    const room = MAX_LINE_CHARACTERS - this.#text.length;
    if (part.length > room) this.#textIsCut = true;
    this.#text += part.length > room ? part.slice(0, room) : part;
  }

  /** @returns an index beyond any chunk, to end the caller's loop */
  #break(text: string, because: 'bad-json' | 'too-deep' | 'markup' = 'bad-json'): number {
    this.#isBroken = true;
    this.#inside = 'nothing';
    this.#events.broken(this.#line, text.slice(0, MAX_BROKEN_CHARACTERS), because);
    return Number.MAX_SAFE_INTEGER;
  }
}

/** A fixed length, so that the text shown does not depend on chunks. */
const MAX_BROKEN_CHARACTERS = 1;
// oxlint-disable-next-line no-control-regex -- a control character is how an unclosed string is told
const STRING_END = /["\\\u0000-\u001F]/g;
const WORD = /[-0-9a-z]/;
const WORD_END = /[^-+.0-9a-zA-Z]/g;
const VALID_WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
