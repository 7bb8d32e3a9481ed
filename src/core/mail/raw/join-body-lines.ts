import { MAIL_BOUNDS } from '../content/mail-bounds.ts';
import type { UnreadReason } from '../content/unread.ts';
import { namesNonAsciiCharset } from './character-sets.ts';
import { boundaryStarts, earlierDuplicates, MAX_BOUNDARIES, MAX_COMPARED, type Blanked } from './heads.ts';
import { latin1 } from './latin1.ts';

const LF = 10;
const TAB = 9;
const CR = 13;
const SPACE = 32;
const DASH = 45;
const EQUALS = 61;

const FILE_TYPE = /^content-type[ \t]*:[ \t]*(?:image|audio|video|application)\//im;

/** What is left of the limits. A mail, its version with lone CRs as line ends, and the mails in it share them. */
export interface LineBudget {
  /** All lines. */
  seenLines: number;
  /** Lines that are not joined. */
  lines: number;
  parts: number;
  bytes: number;
}

export interface JoinedMail {
  /** Joined lines of bodies are separated by CR. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * The mail as some programs read it, with spaces for earlier duplicates of fields and for the closing hyphens of
   * boundaries that occur again. Null if equal to `bytes`.
   */
  readonly other: Uint8Array<ArrayBuffer> | null;
  /** Length from which decoded files may be truncated; null if none is. */
  readonly cutFileBytes: number | null;
  readonly unread: readonly UnreadReason[];
}

/**
 * Makes a raw mail cheap to parse: the parser takes 10 µs per line, a second for two megabytes of text. Joins body
 * lines by CR, which `withLineFeeds` undoes. Keeps lines whose ends matter: those that may be headers or begin a part,
 * flowed text, and those that end in `=` in quoted-printable mail.
 *
 * @param budget - reduced in place
 */
export function joinBodyLines(mail: Uint8Array, budget: LineBudget): JoinedMail {
  const joiner = new LineJoiner(mail, budget);
  for (let at = 0; at < mail.length;) {
    const end = mail.indexOf(LF, at);
    const next = end === -1 ? mail.length : end + 1;
    if (!joiner.add(at, next)) break;
    at = next;
  }
  return joiner.finish();
}

const FILE_SHARE = 8;
/** Lower bound of decoded bytes per byte: base64 makes four characters of three bytes, plus line ends. */
const DECODED_SHARE = 0.7;

/** Up to this length, a loop is cheaper than creating a view. */
const SHORT = 48;

class LineJoiner {
  readonly #mail: Uint8Array;
  readonly #budget: LineBudget;
  readonly #out: Uint8Array<ArrayBuffer>;
  readonly #unread = new Set<UnreadReason>();
  readonly #blanked: Blanked[] = [];
  #length = 0;
  #isHead = true;
  /** In the header of the mail, not of a part. */
  #isOwnHead = true;
  #headStart = 0;
  /** Bytes left for the current body; null before its first line. */
  #bodyRoom: number | null = null;
  #isSkipping = false;
  #isBase64 = false;
  /** The part's header names a file type. */
  #saysFile = false;
  #bodyLimit = 0;
  #cutFileBytes: number | null = null;
  /** Line ends matter in the whole mail once a part has soft breaks or flowed text. */
  #hasSoftBreaks = false;
  #isFlowed = false;
  /** Beginnings of lines, after `--`, that may begin a part; null: any. */
  #boundaries: Set<string> | null = new Set();
  #boundaryBytes: readonly Uint8Array[] = [];
  /** Ranges of the last two hyphens of closing lines, by boundary. */
  readonly #ends = new Map<string, Blanked>();
  /** False for UTF-16, where LF may be half a letter. */
  readonly #joins: boolean;

  constructor(mail: Uint8Array, budget: LineBudget) {
    this.#mail = mail;
    this.#budget = budget;
    this.#out = new Uint8Array(Math.min(mail.length, budget.bytes) + 1);
    this.#joins = !mail.includes(0);
  }

  /** @returns false to stop reading */
  add(start: number, next: number): boolean {
    if (this.#budget.seenLines-- === 0) return this.#stop('too-many-lines');
    if (this.#isSkipping && this.#mail[start] !== DASH) return true;
    const end = this.#endOf(start, next);
    if (this.#mayBeginPart(start, end)) {
      if (this.#budget.parts === 0) return this.#stop('too-many-parts');
      this.#budget.parts--;
      // The boundary must begin a line for the parser too.
      this.#endLines();
      this.#leaveHead();
      this.#isHead = true;
      this.#isSkipping = false;
      this.#noteEnd(start, end);
      const isKept = this.#keep(start, end, LF);
      this.#headStart = this.#length;
      return isKept;
    }
    if (this.#isHead) {
      // Unfolds only the mail's own header: lines after a boundary need not be a header.
      const isFolded = this.#isOwnHead && (this.#mail[start] === SPACE || this.#mail[start] === TAB);
      if (isFolded && this.#length > 0) this.#takeBackLine();
      if (!this.#keep(start, end, LF)) return false;
      if (end === start) this.#leaveHead();
      return true;
    }
    if (this.#bodyRoom === null) {
      this.#isBase64 = isBase64(this.#mail, start, end);
      this.#bodyRoom = this.#roomOfBody();
      this.#bodyLimit = this.#bodyRoom;
    }
    if (this.#isSkipping) return true;
    this.#bodyRoom -= next - start;
    if (this.#bodyRoom < 0) {
      this.#isSkipping = true;
      if (this.#isBase64 && this.#saysFile)
        this.#cutFileBytes = Math.min(
          this.#cutFileBytes ?? Infinity,
          Math.floor(this.#bodyLimit * DECODED_SHARE),
        );
      else this.#unread.add('too-many-bytes');
    }
    const kept = Math.max(start, Math.min(end, next + this.#bodyRoom));
    return this.#keep(start, this.#bodyRoom < 0 ? kept : end, this.#isLineEndNeeded(end, start) ? LF : CR);
  }

  finish(): JoinedMail {
    this.#leaveHead();
    const bytes = this.#out.slice(0, this.#length);
    let other: Uint8Array<ArrayBuffer> | null = null;
    if (this.#blanked.length > 0) {
      this.#unread.add('two-readings');
      other = bytes.slice();
      for (const [start, end] of this.#blanked) blank(other, start, end);
    }
    return {
      bytes,
      other,
      cutFileBytes: this.#cutFileBytes,
      unread: [...this.#unread],
    };
  }

  /** A file gets only a share of the bytes left, so that texts after any number of files have room. */
  #roomOfBody(): number {
    if (!this.#isBase64) return MAIL_BOUNDS.bodyBytes;
    const { fileBytes } = MAIL_BOUNDS;
    return this.#saysFile ? Math.min(fileBytes, Math.floor(this.#budget.bytes / FILE_SHARE)) : fileBytes;
  }

  #endOf(start: number, next: number): number {
    let end = next;
    while (end > start && (this.#mail[end - 1] === LF || this.#mail[end - 1] === CR)) end--;
    return end;
  }

  #mayBeginPart(start: number, end: number): boolean {
    if (this.#mail[start] !== DASH || this.#mail[start + 1] !== DASH) return false;
    if (this.#boundaries === null) return true;
    return this.#boundaryBytes.some((boundary) => {
      if (start + 2 + boundary.length > end) return false;
      for (let at = 0; at < boundary.length; at++)
        if (this.#mail[start + 2 + at] !== boundary[at]) return false;
      return true;
    });
  }

  /** Some programs read on after the closing boundary, so its hyphens are blanked if the boundary occurs again. */
  #noteEnd(start: number, end: number): void {
    if (end - start > MAX_COMPARED) return;
    const line = latin1(this.#mail.subarray(start, end)).trimEnd();
    const before = this.#ends.get(line);
    if (before !== undefined) this.#blanked.push(before);
    if (!line.endsWith('--') || line.length < 5) return;
    const at = this.#length + line.length;
    this.#ends.set(line.slice(0, -2), [at - 2, at]);
  }

  #isLineEndNeeded(end: number, start: number): boolean {
    if (!this.#joins) return true;
    const last = end > start ? this.#mail[end - 1] : undefined;
    if (this.#isFlowed && (!this.#isBase64 || last === SPACE)) return true;
    return this.#hasSoftBreaks && last === EQUALS;
  }

  #keep(start: number, end: number, mark: number): boolean {
    if (this.#length + (end - start) + 1 > this.#out.length) return this.#stop('too-many-bytes');
    if (mark === LF) {
      if (this.#budget.lines === 0) return this.#stop('too-many-lines');
      this.#budget.lines--;
      // `#endLines` turns the CRs before into LFs: CR and this LF would be one line end, and a line of only `=` would vanish.
      if (start === end || (end === start + 1 && this.#mail[start] === EQUALS)) this.#endLines();
    }
    if (end - start > SHORT) {
      this.#out.set(this.#mail.subarray(start, end), this.#length);
      this.#length += end - start;
    } else for (let at = start; at < end; at++) this.#out[this.#length++] = this.#mail[at] ?? 0;
    this.#out[this.#length++] = mark;
    this.#budget.bytes -= end - start + 1;
    return true;
  }

  /** Turns trailing CRs, the marks of joined and empty lines, back into LFs. */
  #endLines(): void {
    for (let at = this.#length - 1; at >= 0 && this.#out[at] === CR; at--) this.#out[at] = LF;
  }

  #takeBackLine(): void {
    this.#length--;
    this.#budget.lines++;
    this.#budget.bytes++;
  }

  #stop(because: UnreadReason): false {
    this.#unread.add(because);
    return false;
  }

  #leaveHead(): void {
    if (!this.#isHead) return;
    this.#isHead = false;
    this.#isOwnHead = false;
    this.#bodyRoom = null;
    const head = latin1(this.#out.subarray(this.#headStart, this.#length));
    if (namesNonAsciiCharset(head)) this.#unread.add('character-set');
    this.#saysFile = FILE_TYPE.test(head);
    this.#hasSoftBreaks ||= mayBeQuotedPrintable(head);
    this.#isFlowed ||= /flowed|format\s*\*/i.test(head);
    for (const range of earlierDuplicates(head, this.#headStart)) this.#blanked.push(range);
    const starts = boundaryStarts(head);
    if (starts === null) this.#boundaries = null;
    for (const start of starts ?? []) this.#boundaries?.add(start);
    if (this.#boundaries !== null && this.#boundaries.size > MAX_BOUNDARIES) this.#boundaries = null;
    this.#boundaryBytes = [...(this.#boundaries ?? [])].map((boundary) => new TextEncoder().encode(boundary));
  }
}

/** The field's name may contain a comment. */
function mayBeQuotedPrintable(head: string): boolean {
  const small = head.toLowerCase();
  return small.includes('quoted-printable') || (small.includes('content-transfer') && small.includes('('));
}

/** Keeps line feeds, so that a blanked line continues the previous one. */
function blank(bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) if (bytes[at] !== LF) bytes[at] = SPACE;
}

function isBase64(mail: Uint8Array, start: number, end: number): boolean {
  return /^[a-z0-9+/]{56}/i.test(latin1(mail.subarray(start, Math.min(end, start + 56))));
}

/** Undoes `joinBodyLines`; CR LF and lone CR become LF. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
