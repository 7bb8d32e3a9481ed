import { MAIL_BOUNDS } from '../content/mail-bounds.ts';
import type { MailTools } from '../content/mail-tools.ts';
import { latin1 } from '../raw/latin1.ts';

/** Compressed streams per file, and their unpacked bytes. */
const MAX_STREAMS = 40;
const MAX_UNPACKED_BYTES = 1 << 20;

export interface PdfLinks {
  readonly hrefs: readonly string[];
  /** False if encrypted, damaged, or longer than is read. */
  readonly isWhole: boolean;
}

/** Finds URI actions (ISO 32000-2, 12.6.4.8), plain or in object streams, not in drawings and scripts. */
export async function linksOfPdf(file: Uint8Array, inflate: MailTools['inflate']): Promise<PdfLinks> {
  const text = latin1(file);
  // Links with escaped names (ISO 32000-2, 7.3.5) are not found, so such a file is not whole. Ordinary PDF programs
  // don't escape these names.
  let isWhole = !/\/Encrypt\b|\/UR#|\/U#|\/#55/i.test(text);
  const hrefs = new Set<string>();
  let places: number = MAIL_BOUNDS.pdfPlaces;
  const add = (source: string): void => {
    for (const href of uriActions(source)) {
      if (places-- <= 0 || hrefs.size >= MAIL_BOUNDS.pdfLinks) {
        isWhole = false;
        return;
      }
      if (href !== null) hrefs.add(href);
    }
  };
  add(text);
  let room = MAX_UNPACKED_BYTES;
  let count = 0;
  for (const { start, end } of objectStreams(text)) {
    if (count++ >= MAX_STREAMS || room <= 0) {
      isWhole = false;
      break;
    }
    const unpacked = await inflate(file.subarray(start, end), room);
    if (unpacked === null) {
      isWhole = false;
      room -= MAX_UNPACKED_BYTES / 4;
      continue;
    }
    room -= unpacked.length;
    add(latin1(unpacked));
  }
  return { hrefs: [...hrefs], isWhole };
}

/** The streams (ISO 32000-2, 7.5.7) that hold the links of newer files. */
function* objectStreams(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let at = text.indexOf('/ObjStm'); at !== -1; at = text.indexOf('/ObjStm', at + 1)) {
    const word = text.indexOf('stream', at);
    if (word === -1) return;
    const start = word + (text.startsWith('stream\r\n', word) ? 8 : 7);
    const end = text.indexOf('endstream', start);
    if (end === -1) return;
    yield { start, end };
    at = end;
  }
}

/** @returns null where `/URI` has no address */
function* uriActions(source: string): Generator<string | null> {
  for (let at = source.indexOf('/URI'); at !== -1; at = source.indexOf('/URI', at + 1)) {
    let start = at + 4;
    while (start < source.length && /\s/.test(source.charAt(start))) start++;
    // `/S /URI` only names the kind of action.
    const written = source[start] === '(' ? literal(source, start + 1) : hexadecimal(source, start);
    yield written === null || written === '' ? null : decoded(written);
  }
}

/** Characters, including escapes. */
const MAX_LITERAL = 2_048;

/** A string (ISO 32000-2, 7.3.4.2), which may contain pairs of brackets. */
function literal(source: string, start: number): string | null {
  let text = '';
  let depth = 1;
  for (let at = start; at < source.length && at < start + MAX_LITERAL; at++) {
    const character = source.charAt(at);
    if (character === '\\') {
      const octal = /^[0-7]{1,3}/.exec(source.slice(at + 1, at + 4))?.[0];
      if (octal === undefined) {
        const next = source.charAt(++at);
        // An escaped line end continues the string.
        if (next !== '\n' && next !== '\r') text += next;
      } else {
        text += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
        at += octal.length;
      }
      continue;
    }
    if (character === '(') depth++;
    if (character === ')' && --depth === 0) return text;
    text += character;
  }
  return null;
}

/** A string such as `<68747470…>` (ISO 32000-2, 7.3.4.3). */
function hexadecimal(source: string, start: number): string | null {
  if (source[start] !== '<' || source[start + 1] === '<') return null;
  const rest = source.slice(start + 1, start + MAX_LITERAL);
  const end = rest.indexOf('>');
  if (end === -1) return null;
  const digits = rest.slice(0, end).replaceAll(/\s+/g, '');
  if (!/^[0-9a-f]*$/i.test(digits)) return null;
  return (digits.match(/../g) ?? []).map((two) => String.fromCharCode(Number.parseInt(two, 16))).join('');
}

/** UTF-16 strings begin with a byte order mark (ISO 32000-2, 7.9.2.2). */
function decoded(written: string): string {
  if (!written.startsWith('\u00FE\u00FF')) return written.trim();
  const bytes = Uint8Array.from(written.slice(2), (character) => character.charCodeAt(0));
  return new TextDecoder('utf-16be').decode(bytes).trim();
}
