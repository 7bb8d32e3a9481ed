import { latin1 } from './latin1.ts';

const LF = 10;
const CR = 13;
const TAB = 9;
const SPACE = 32;
const EQUALS = 61;

/**
 * Removes what parsers disagree on and programs ignore: byte order mark and empty lines before the header, white space
 * after soft line breaks.
 */
export function withoutAmbiguities(mail: Uint8Array): Uint8Array {
  const hasMark = mail[0] === 0xef && mail[1] === 0xbb && mail[2] === 0xbf;
  const start = headStart(mail, hasMark ? 3 : 0);
  return withoutSpacedBreaks(mail.subarray(start));
}

/** Skips empty lines only before a header field; without a header, the body begins at them. */
function headStart(mail: Uint8Array, from: number): number {
  let at = from;
  while (mail[at] === CR || mail[at] === LF) at++;
  if (at === from) return from;
  return /^[!-9;-~]+[ \t]*:(?!\/\/)/.test(latin1(mail.subarray(at, at + 200))) ? at : from;
}

function withoutSpacedBreaks(mail: Uint8Array): Uint8Array {
  let kept: Uint8Array<ArrayBuffer> | null = null;
  let length = 0;
  let from = 0;
  for (let at = mail.indexOf(EQUALS); at !== -1; at = mail.indexOf(EQUALS, at + 1)) {
    let end = at + 1;
    while (mail[end] === SPACE || mail[end] === TAB) end++;
    if (end === at + 1) continue;
    const isBreak = mail[end] === LF || (mail[end] === CR && mail[end + 1] === LF);
    if (isBreak) {
      kept ??= new Uint8Array(mail.length);
      kept.set(mail.subarray(from, at + 1), length);
      length += at + 1 - from;
      from = end;
    }
    at = end - 1;
  }
  if (kept === null) return mail;
  kept.set(mail.subarray(from), length);
  return kept.subarray(0, length + mail.length - from);
}

/** Turns each lone CR into LF; null if there is none. */
export function withLoneReturnsAsLines(mail: Uint8Array): Uint8Array | null {
  let hasOther = false;
  for (let at = mail.indexOf(CR); at !== -1 && !hasOther; at = mail.indexOf(CR, at + 1)) {
    let end = at;
    while (mail[end + 1] === CR) end++;
    hasOther = mail[end + 1] !== LF;
    at = end;
  }
  return hasOther ? withLineFeedBytes(mail) : null;
}

export function withLineFeedBytes(mail: Uint8Array): Uint8Array {
  if (!mail.includes(CR)) return mail;
  const lines = new Uint8Array(mail.length);
  let length = 0;
  for (let at = 0; at < mail.length; at++) {
    const byte = mail[at] ?? 0;
    if (byte !== CR) lines[length++] = byte;
    else if (mail[at + 1] !== LF) lines[length++] = LF;
  }
  return lines.subarray(0, length);
}
