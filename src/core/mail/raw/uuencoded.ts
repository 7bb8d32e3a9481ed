/** A file that was put into running text by uuencode. */
export interface UuencodedFile {
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where it stands in the text, from its first line to behind its last. */
  readonly start: number;
  readonly end: number;
}

const BEGIN = /^begin [0-7]{3,4} (?=[^\r\n])/gm;

/**
 * Files that Outlook and older programs take out of a text. Never throws; a line that is cut short ends one.
 *
 * @param max - files that are looked for
 */
export function uuencodedFiles(text: string, max: number): readonly UuencodedFile[] {
  const files: UuencodedFile[] = [];
  let from = 0;
  for (const begin of text.matchAll(BEGIN)) {
    // Within the one before.
    if (begin.index < from) continue;
    if (files.length >= max) break;
    const named = begin.index + begin[0].length;
    const start = text.indexOf('\n', named) + 1;
    // A last line has nothing after it.
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

/** A line of no bytes, and the word. */
const LAST_LINES = /^(?:[` ][^\n]*\n)?(?:end[^\n]*)?/;
const LONGEST_END = 100;

/** Four characters of six bits are three bytes. */
function byteAt(line: string, index: number): number {
  const at = 1 + Math.floor(index / 3) * 4 + (index % 3);
  const high = valueAt(line, at);
  const low = valueAt(line, at + 1);
  return ((high << (2 + 2 * (index % 3))) | (low >> (4 - 2 * (index % 3)))) & 0xff;
}

/** Spaces at the end of a line get lost on the way: they are zeros. */
function valueAt(line: string, at: number): number {
  const code = line.charCodeAt(at);
  return Number.isNaN(code) || code < 0x20 ? 0 : (code - 0x20) & 0x3f;
}
