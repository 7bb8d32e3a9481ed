import { MAX_LINE_CHARACTERS } from './feed-line.ts';

/** If `tooLong`, `text` is truncated. */
export type OnLine = (text: string, line: number, tooLong: boolean) => void;

/**
 * Splits at LF, CR LF or a lone CR (old feeds). Keeps `MAX_LINE_CHARACTERS` of an unfinished line, so that memory stays
 * bounded.
 */
export class LineSplitter {
  readonly #onLine: OnLine;
  #rest = '';
  #restIsCut = false;
  #line = 0;
  /** The last chunk ended in CR: an LF at the start of the next belongs to the same line end. */
  #afterCarriageReturn = false;
  #atStart = true;

  constructor(onLine: OnLine) {
    this.#onLine = onLine;
  }

  push(chunk: string): void {
    if (chunk === '') return;
    let start = 0;
    if (this.#atStart) {
      this.#atStart = false;
      if (chunk.startsWith('\uFEFF')) start = 1;
    }
    if (this.#afterCarriageReturn) {
      this.#afterCarriageReturn = false;
      if (chunk.startsWith('\n')) start = 1;
    }
    let carriageReturn = chunk.indexOf('\r', start);
    let lineFeed = chunk.indexOf('\n', start);
    for (;;) {
      const isReturn = carriageReturn !== -1 && (lineFeed === -1 || carriageReturn < lineFeed);
      const end = isReturn ? carriageReturn : lineFeed;
      if (end === -1) break;
      this.#finishLine(chunk, start, end);
      start = end + 1;
      if (isReturn) {
        if (start === chunk.length) this.#afterCarriageReturn = true;
        else if (lineFeed === start) start++;
        carriageReturn = chunk.indexOf('\r', start);
      }
      if (lineFeed !== -1 && lineFeed < start) lineFeed = chunk.indexOf('\n', start);
    }
    if (start < chunk.length) this.#append(chunk.slice(start));
  }

  finish(): void {
    if (this.#rest !== '') this.#finishLine('', 0, 0);
  }

  #finishLine(chunk: string, start: number, end: number): void {
    this.#line++;
    if (this.#rest === '') {
      const tooLong = end - start > MAX_LINE_CHARACTERS;
      this.#onLine(chunk.slice(start, tooLong ? start + MAX_LINE_CHARACTERS : end), this.#line, tooLong);
      return;
    }
    this.#append(chunk.slice(start, end));
    const text = this.#rest;
    const tooLong = this.#restIsCut;
    this.#rest = '';
    this.#restIsCut = false;
    this.#onLine(text, this.#line, tooLong);
  }

  #append(part: string): void {
    const room = MAX_LINE_CHARACTERS - this.#rest.length;
    if (part.length > room) {
      this.#restIsCut = true;
      this.#rest += part.slice(0, room);
    } else {
      this.#rest += part;
    }
  }
}
