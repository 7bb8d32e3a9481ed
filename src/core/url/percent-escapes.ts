/**
 * Percent-escapes as Safe Browsing canonicalizes them: decode until nothing is left to decode, then escape
 * only what has to be.
 * Source: https://developers.google.com/safe-browsing/reference/URLs.and.Hashing#canonicalization
 */

const PERCENT = 0x25;
const HASH = 0x23;

/** Value of a hexadecimal digit by its code; 255 for everything else. */
const HEX_VALUE = new Uint8Array(256).fill(255);
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16);
  HEX_VALUE[text.charCodeAt(0)] = digit;
  HEX_VALUE[text.toUpperCase().charCodeAt(0)] = digit;
}

/** `ESCAPED[byte]` is how a byte is written in a canonical form. */
const ESCAPED: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte <= 0x20 || byte >= 0x7f || byte === HASH || byte === PERCENT
    ? `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    : String.fromCharCode(byte),
);

// oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
const NEEDS_WORK = /[^!-~]|[%#]/;

/**
 * The canonical spelling of a host, path or query: escapes decoded to a fixed point, then bytes up to space,
 * from DEL upward, `#` and `%` escaped in upper case.
 *
 * One pass. Decoding "until nothing changes" by passes takes n ÷ 2 of them over `%252525…`; a stack does it in
 * one, with the same result, because two escapes can never overlap.
 */
export function canonicalEscapes(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  const bytes = toBytes(text);
  let length = 0;
  for (const byte of bytes) {
    bytes[length++] = byte;
    while (length >= 3 && bytes[length - 3] === PERCENT) {
      const high = HEX_VALUE[bytes[length - 2] ?? 0] ?? 255;
      const low = HEX_VALUE[bytes[length - 1] ?? 0] ?? 255;
      if (high === 255 || low === 255) break;
      bytes[length - 3] = high * 16 + low;
      length -= 2;
    }
  }
  let canonical = '';
  for (let index = 0; index < length; index++) canonical += ESCAPED[bytes[index] ?? 0] ?? '';
  return canonical;
}

/** Percent-decodes once and reads the bytes as UTF-8; what is no escape stays as it is. `+` is not a space. */
export function decodeOnce(text: string): string {
  if (!text.includes('%')) return text;
  const bytes = toBytes(text);
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === PERCENT && index + 2 < bytes.length) {
      const high = HEX_VALUE[bytes[index + 1] ?? 0] ?? 255;
      const low = HEX_VALUE[bytes[index + 2] ?? 0] ?? 255;
      if (high !== 255 && low !== 255) {
        bytes[length++] = high * 16 + low;
        index += 2;
        continue;
      }
    }
    bytes[length++] = byte;
  }
  return UTF8.decode(bytes.subarray(0, length));
}

const ENCODER = new TextEncoder();
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

function toBytes(text: string): Uint8Array {
  return ENCODER.encode(text);
}
