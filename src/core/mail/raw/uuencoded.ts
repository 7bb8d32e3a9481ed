export interface UuencodedFile {
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The range includes the `begin` and `end` lines. */
  readonly start: number;
  readonly end: number;
}

const BEGIN = /^begin [0-7]{3,4} (?=[^\r\n])/gm;

/**
 * Extracts files as Outlook and older programs do. Never throws; truncated lines are padded with zeros.
 *
 * @param max - files
 */
export function uuencodedFiles(text: string, max: number): readonly UuencodedFile[] {
  const files: UuencodedFile[] = [];
  let from = 0;
  for (const begin of text.matchAll(BEGIN)) {
    // This `begin` is inside the previous file.
    if (begin.index < from) continue;
    if (files.length >= max) break;
    const named = begin.index + begin[0].length;
    const start = text.indexOf('\n', named) + 1;
    if (start === 0) break;
    from = start;
    const bytes: number[] = [];
    while (from < text.length) {
      const end = text.indexOf('\n', from);
      const line = text.slice(from, end === -1 ? text.length : end);
      const length = valueAt(line, 0);
      if (length === 0 || line.startsWith('end')) break;
      from += line.length + 1;
      for (let at = 0; at < length; at++) bytes.push(byteAt(line, at));
    }
    const last = LAST_LINES.exec(text.slice(from, from + LONGEST_END))?.[0].length ?? 0;
    files.push({
      filename: text.slice(named, start).trimEnd(),
      bytes: Uint8Array.from(bytes),
      start: begin.index,
      end: from + last,
    });
  }
  return files;
}

/** A line without data, then `end`. */
const LAST_LINES = /^(?:[` ][^\n]*\n)?(?:end[^\n]*)?/;
const LONGEST_END = 100;

/** Four characters of six bits make three bytes. */
function byteAt(line: string, index: number): number {
  const at = 1 + Math.floor(index / 3) * 4 + (index % 3);
  const high = valueAt(line, at);
  const low = valueAt(line, at + 1);
  return ((high << (2 + 2 * (index % 3))) | (low >> (4 - 2 * (index % 3)))) & 0xff;
}

/** Trailing spaces, which are zeros, get lost in transit. */
function valueAt(line: string, at: number): number {
  const code = line.charCodeAt(at);
  return Number.isNaN(code) || code < 0x20 ? 0 : (code - 0x20) & 0x3f;
}
