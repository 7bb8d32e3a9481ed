import { MAIL_BOUNDS } from '../content/mail-bounds.ts';
import type { UnreadReason } from '../content/unread.ts';
import { namesOtherAlphabet } from './character-sets.ts';
import { boundaryStarts, earlierOfTwo, MAX_BOUNDARIES, MAX_COMPARED, type Blanked } from './heads.ts';
import { latin1 } from './latin1.ts';

const LF = 10;
const TAB = 9;
const CR = 13;
const SPACE = 32;
const DASH = 45;
const EQUALS = 61;

/** What is no text by its type. */
const FILE_TYPE = /^content-type[ \t]*:[ \t]*(?:image|audio|video|application)\//im;

/** How much more of a mail may be read, over all its readings and all mails in it. */
export interface LineBudget {
  /** Of all kinds. */
  seenLines: number;
  /** That stay lines. */
  lines: number;
  parts: number;
  bytes: number;
}

export interface FewerLines {
  /** The mail with a carriage return where a line of a body ends that nothing depends on. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of it that some programs pass over; null: there are none. */
  readonly other: Uint8Array<ArrayBuffer> | null;
  /** How long a file that was cut off is at least, decoded: the shortest of them; null: none was. */
  readonly cutFileBytes: number | null;
  readonly unread: readonly UnreadReason[];
}

/**
 * A raw mail as its parser reads it in little time. The parser takes 10 µs for each line, whatever stands in it, so that
 * two megabytes of text would stop a process for a second: lines of bodies are therefore joined by carriage returns,
 * which are line ends again in what comes out (`withLineFeeds`). Lines stay that may be of a head or begin a part, those
 * of flowed text, and those that end in `=` where the mail has quoted-printable: there the end of a line means
 * something. Which lines begin a part is not decided here: all that may are left.
 *
 * @param budget - is used up
 */
export function withFewerLines(mail: Uint8Array, budget: LineBudget): FewerLines {
  const joiner = new LineJoiner(mail, budget);
  for (let at = 0; at < mail.length;) {
    const end = mail.indexOf(LF, at);
    const next = end === -1 ? mail.length : end + 1;
    if (!joiner.add(at, next)) break;
    at = next;
  }
  return joiner.finish();
}

/** Of the bytes that are left one file takes no more than this part. */
const FILE_SHARE = 8;
/** Base64 makes four characters of three bytes, and has line ends: so much of it is left, decoded, at least. */
const DECODED_SHARE = 0.7;

/** Lines that are copied byte by byte: a view of so few costs more than they do. */
const SHORT = 48;

class LineJoiner {
  readonly #mail: Uint8Array;
  readonly #budget: LineBudget;
  readonly #out: Uint8Array<ArrayBuffer>;
  readonly #unread = new Set<UnreadReason>();
  readonly #blanked: Blanked[] = [];
  /** Bytes of `#out` that are taken. */
  #length = 0;
  #isHead = true;
  /** The mail's own, and no part's. */
  #isOwnHead = true;
  #headStart = 0;
  /** How many bytes of this body may follow; null: it has no line yet. */
  #bodyRoom: number | null = null;
  #isSkipping = false;
  #isBase64 = false;
  /** Whether the head before says that the body is no text. */
  #saysFile = false;
  #bodyLimit = 0;
  #cutFileBytes: number | null = null;
  /** Where a line's end means something: once some part has it, everywhere. */
  #hasSoftBreaks = false;
  #isFlowed = false;
  /** How a line goes on behind its two hyphens that may begin a part; null: any. */
  #boundaries: Set<string> | null = new Set();
  #boundaryBytes: readonly Uint8Array[] = [];
  /** Ends of all parts of one boundary: its line, and where its last two hyphens are. */
  readonly #ends = new Map<string, Blanked>();
  /** No bytes of UTF-16, in which a line feed may be half a letter. */
  readonly #joins: boolean;

  constructor(mail: Uint8Array, budget: LineBudget) {
    this.#mail = mail;
    this.#budget = budget;
    this.#out = new Uint8Array(Math.min(mail.length, budget.bytes) + 1);
    this.#joins = !mail.includes(0);
  }

  /** @returns false if no more is read */
  add(start: number, next: number): boolean {
    if (this.#budget.seenLines-- === 0) return this.#stop('too-many-lines');
    if (this.#isSkipping && this.#mail[start] !== DASH) return true;
    const end = this.#endOf(start, next);
    if (this.#mayBeginPart(start, end)) {
      if (this.#budget.parts === 0) return this.#stop('too-many-parts');
      this.#budget.parts--;
      // It is the first of its line for the parser too.
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
      // Of other heads it is not certain that they are some.
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
    return this.#keep(start, this.#bodyRoom < 0 ? kept : end, this.#isMeant(end, start) ? LF : CR);
  }

  finish(): FewerLines {
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

  /** How many bytes of this body are kept: of files so many that there is room left for texts behind any number of them. */
  #roomOfBody(): number {
    if (!this.#isBase64) return MAIL_BOUNDS.bodyBytes;
    const { fileBytes } = MAIL_BOUNDS;
    return this.#saysFile ? Math.min(fileBytes, Math.floor(this.#budget.bytes / FILE_SHARE)) : fileBytes;
  }

  /** Where a line's text ends. */
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

  /** Programs that go on behind the end of all parts would show more than the parser does. */
  #noteEnd(start: number, end: number): void {
    if (end - start > MAX_COMPARED) return;
    const line = latin1(this.#mail.subarray(start, end)).trimEnd();
    const before = this.#ends.get(line);
    if (before !== undefined) this.#blanked.push(before);
    if (!line.endsWith('--') || line.length < 5) return;
    const at = this.#length + line.length;
    this.#ends.set(line.slice(0, -2), [at - 2, at]);
  }

  /** Whether the end of this line of a body says more than that a line ends. */
  #isMeant(end: number, start: number): boolean {
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
      // A carriage return and a line feed behind it would be one end of a line; of a soft break alone nothing is left.
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

  /** What was joined last are lines again, also the empty ones before. */
  #endLines(): void {
    for (let at = this.#length - 1; at >= 0 && this.#out[at] === CR; at--) this.#out[at] = LF;
  }

  /** Unfolds: the line that was kept last goes on. */
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
    if (namesOtherAlphabet(head)) this.#unread.add('character-set');
    this.#saysFile = FILE_TYPE.test(head);
    this.#hasSoftBreaks ||= mayBeQuotedPrintable(head);
    this.#isFlowed ||= /flowed|format\s*\*/i.test(head);
    for (const range of earlierOfTwo(head, this.#headStart)) this.#blanked.push(range);
    const starts = boundaryStarts(head);
    if (starts === null) this.#boundaries = null;
    for (const start of starts ?? []) this.#boundaries?.add(start);
    if (this.#boundaries !== null && this.#boundaries.size > MAX_BOUNDARIES) this.#boundaries = null;
    this.#boundaryBytes = [...(this.#boundaries ?? [])].map((boundary) => new TextEncoder().encode(boundary));
  }
}

/** In the letters of its name a comment may stand too. */
function mayBeQuotedPrintable(head: string): boolean {
  const small = head.toLowerCase();
  return small.includes('quoted-printable') || (small.includes('content-transfer') && small.includes('('));
}

/** Spaces instead of a field or parameter; a head's line stays one, that continues the one before. */
function blank(bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) if (bytes[at] !== LF) bytes[at] = SPACE;
}

/** Whether a line is as base64 has them: files, which nobody reads as they stand there. */
function isBase64(mail: Uint8Array, start: number, end: number): boolean {
  return /^[a-z0-9+/]{56}/i.test(latin1(mail.subarray(start, Math.min(end, start + 56))));
}

/** Line feeds where lines of a body were joined, and wherever else a line ends with a carriage return. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
