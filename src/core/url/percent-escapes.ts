/**
 * Percent-escapes as Safe Browsing canonicalizes them: decode until nothing is left to decode, then escape
 * only what has to be.
 * Source: https://developers.google.com/safe-browsing/reference/URLs.and.Hashing#canonicalization
 */

const PERCENT = 0x25;
const HASH = 0x23;
const NO_DIGIT = 255;

/** Value of a hexadecimal digit by its code; `NO_DIGIT` for everything else. */
const HEX_VALUE = new Uint8Array(256).fill(NO_DIGIT);
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16);
  HEX_VALUE[text.charCodeAt(0)] = digit;
  HEX_VALUE[text.toUpperCase().charCodeAt(0)] = digit;
}

/**
 * `ESCAPED[byte]` is how a byte is written in a canonical form. Upper case from DEL upward, as browsers send it, so
 * that most links have one form; lower case below space, as Google's own table has it (`%1b`).
 */
const ESCAPED: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const digits = byte.toString(16).padStart(2, '0');
  if (byte >= 0x7f) return `%${digits.toUpperCase()}`;
  return byte <= 0x20 || byte === HASH || byte === PERCENT ? `%${digits}` : String.fromCharCode(byte);
});

const NEEDS_WORK = /[^!-~]|[%#]/;

const ENCODER = new TextEncoder();
/** A byte order mark is a character like any other here: dropping it would make two spellings one. */
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The canonical spelling of a path, query or host: escapes decoded to a fixed point, then bytes up to space, from
 * DEL upward, `#` and `%` escaped.
 */
export function canonicalEscapes(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  const bytes = ENCODER.encode(text);
  const length = decodeInPlace(bytes);
  let canonical = '';
  for (let index = 0; index < length; index++) canonical += ESCAPED[bytes[index] ?? 0] ?? '';
  return canonical;
}

/** Escapes decoded to a fixed point, the bytes read as UTF-8. */
export function decodeFully(text: string): string {
  if (!text.includes('%')) return text;
  const bytes = ENCODER.encode(text);
  return UTF8.decode(bytes.subarray(0, decodeInPlace(bytes)));
}

/**
 * One pass over the bytes, as a stack. Decoding by passes "until nothing changes" takes n ÷ 2 of them over
 * `%252525…`; this gives the same result, because two escapes can never overlap.
 *
 * @returns how many bytes are left
 */
function decodeInPlace(bytes: Uint8Array): number {
  let length = 0;
  for (const byte of bytes) {
    bytes[length++] = byte;
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

/** Percent-decodes once and reads the bytes as UTF-8. What is no escape stays as it is; `+` is not a space. */
export function decodeOnce(text: string): string {
  if (!text.includes('%')) return text;
  const bytes = ENCODER.encode(text);
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
  return UTF8.decode(bytes.subarray(0, length));
}

/** The bytes of a text as UTF-8. */
export function utf8Of(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}
