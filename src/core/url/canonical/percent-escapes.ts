/**
 * As in Safe Browsing: decode to a fixed point, then escape only what must be. Source:
 * https://developers.google.com/safe-browsing/reference/URLs.and.Hashing#canonicalization
 */

const PERCENT = 0x25;
const HASH = 0x23;
const NO_DIGIT = 255;

const HEX_VALUE = new Uint8Array(256).fill(NO_DIGIT);
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16);
  HEX_VALUE[text.charCodeAt(0)] = digit;
  HEX_VALUE[text.toUpperCase().charCodeAt(0)] = digit;
}

/**
 * Hex digits are upper case from DEL up, as browsers send them, so most links stay unchanged. Below space they are
 * lower case, as in Google's table (`%1b`).
 */
const ESCAPED: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const digits = byte.toString(16).padStart(2, '0');
  if (byte >= 0x7f) return `%${digits.toUpperCase()}`;
  return isEscaped(byte) ? `%${digits}` : String.fromCharCode(byte);
});

function isEscaped(byte: number): boolean {
  return byte <= 0x20 || byte >= 0x7f || byte === HASH || byte === PERCENT;
}

const BEYOND_ASCII_OR_PERCENT = /[\u0080-\uffff]|%/;
const TO_ESCAPE = /[^!-~]|#/g;

function escaped(character: string): string {
  return ESCAPED[character.charCodeAt(0)] ?? '';
}

const NEEDS_WORK = /[^!-~]|[%#]/;

const ENCODER = new TextEncoder();
/** Keeps a byte order mark: dropping it would make two spellings one. */
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

export function canonicalEscapes(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  // Most escaped text needed no escapes, so decoding once suffices.
  const decoded = decodeOnce(text);
  if (!NEEDS_WORK.test(decoded)) return decoded;
  // No `%` is left to decode again.
  if (!BEYOND_ASCII_OR_PERCENT.test(decoded)) return decoded.replace(TO_ESCAPE, escaped);
  const bytes = utf8Bytes(text);
  const length = decodeInPlace(bytes);
  let canonical = '';
  let start = 0;
  for (let index = 0; index < length; index++) {
    const byte = bytes[index] ?? 0;
    if (!isEscaped(byte)) continue;
    canonical += asciiText(bytes, start, index) + (ESCAPED[byte] ?? '');
    start = index + 1;
  }
  return canonical + asciiText(bytes, start, length);
}

export function decodeFully(text: string): string {
  if (!text.includes('%')) return text;
  const bytes = utf8Bytes(text);
  return utf8Text(bytes.subarray(0, decodeInPlace(bytes)));
}

/**
 * One pass with a stack instead of n ÷ 2 passes over `%252525…`. The result is equal, because escapes never overlap.
 *
 * @returns number of bytes left
 */
function decodeInPlace(bytes: Uint8Array): number {
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    bytes[length++] = bytes[index] ?? 0;
    while (length >= 3 && bytes[length - 3] === PERCENT) {
      const high = HEX_VALUE[bytes[length - 2] ?? 0] ?? NO_DIGIT;
      const low = HEX_VALUE[bytes[length - 1] ?? 0] ?? NO_DIGIT;
      if (high === NO_DIGIT || low === NO_DIGIT) break;
      bytes[length - 3] = high * 16 + low;
      length -= 2;
    }
  }
  return length;
}

/** Keeps invalid escapes; `+` is not a space. */
export function decodeOnce(text: string): string {
  let percent = text.indexOf('%');
  if (percent === -1) return text;
  let decoded = '';
  let start = 0;
  for (; percent !== -1; percent = text.indexOf('%', percent)) {
    const value = escapeAt(text, percent);
    if (value === -1) {
      percent++;
      continue;
    }
    // Beyond ASCII a character has several escapes, or is invalid.
    if (value > 0x7f) return decodeBytesOnce(text);
    decoded += text.slice(start, percent) + String.fromCharCode(value);
    percent += 3;
    start = percent;
  }
  return decoded + text.slice(start);
}

function escapeAt(text: string, index: number): number {
  // Past the end, `charCodeAt` gives NaN, so the lookup is undefined.
  const high = HEX_VALUE[text.charCodeAt(index + 1)] ?? NO_DIGIT;
  const low = HEX_VALUE[text.charCodeAt(index + 2)] ?? NO_DIGIT;
  return high === NO_DIGIT || low === NO_DIGIT ? -1 : high * 16 + low;
}

function decodeBytesOnce(text: string): string {
  const bytes = utf8Bytes(text);
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === PERCENT && index + 2 < bytes.length) {
      const high = HEX_VALUE[bytes[index + 1] ?? 0] ?? NO_DIGIT;
      const low = HEX_VALUE[bytes[index + 2] ?? 0] ?? NO_DIGIT;
      if (high !== NO_DIGIT && low !== NO_DIGIT) {
        bytes[length++] = high * 16 + low;
        index += 2;
        continue;
      }
    }
    bytes[length++] = byte;
  }
  return utf8Text(bytes.subarray(0, length));
}

/** `TextEncoder`, but cheaper for ASCII. */
function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return ENCODER.encode(text);
    bytes[index] = code;
  }
  return bytes;
}

/** `TextDecoder`, but cheaper for ASCII. */
export function utf8Text(bytes: Uint8Array): string {
  for (const byte of bytes) if (byte > 0x7f) return UTF8.decode(bytes);
  return asciiText(bytes, 0, bytes.length);
}

/** Arguments per call: engines allow tens of thousands. */
const CHUNK = 4096;

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let from = start; from < end; from += CHUNK) {
    text += String(
      Reflect.apply(String.fromCharCode, null, bytes.subarray(from, Math.min(end, from + CHUNK))),
    );
  }
  return text;
}
