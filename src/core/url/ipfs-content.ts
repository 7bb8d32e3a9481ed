import type { CanonicalUrl } from './canonical/canonical-url.ts';

/**
 * Every IPFS gateway serves the same content under a host of its own (`ipfs.io/ipfs/Qm…/page`,
 * `bafy….ipfs.dweb.link/page`), so entries and links are compared by content identifier.
 *
 * Sources: https://github.com/multiformats/cid, https://specs.ipfs.tech/http-gateways/ (paths and subdomains).
 */

/** Lookup host for all gateways. */
export const CONTENT_HOST = 'ipfs.io';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BASE16 = '0123456789abcdef';

/** One byte each for version, content type, hash type and digest length, then the digest. */
const BYTES = 36;
const DIGEST = 32;
const SHA2_256 = 0x12;
const DAG_PB = 0x70;
/** An IPNS key: a name for content that changes. */
const LIBP2P_KEY = 0x72;

/** Of identifiers: version 0 is the shortest, hexadecimal the longest. Longer digests are not in use. */
const MIN_LENGTH = 46;
const MAX_LENGTH = 1 + 2 * BYTES;

/**
 * Drops the query, which content ignores, and a slash after a bare identifier.
 *
 * @returns `/ipfs/bafy…/page`, or null
 */
export function contentPath({ host, path }: Pick<CanonicalUrl, 'host' | 'path'>): string | null {
  if (path.startsWith('/ipfs/')) {
    const end = path.indexOf('/', '/ipfs/'.length);
    const identifier = canonicalIdentifier(path.slice('/ipfs/'.length, end === -1 ? undefined : end));
    return identifier === null ? null : pathOf(identifier, end === -1 ? '' : path.slice(end));
  }
  const dot = host.indexOf('.');
  if (dot < MIN_LENGTH) return null;
  const identifier = canonicalIdentifier(host.slice(0, dot));
  return identifier === null ? null : pathOf(identifier, path);
}

function pathOf(identifier: string, rest: string): string {
  return `/ipfs/${identifier}${rest === '/' ? '' : rest}`;
}

/** Null for a path below the identifier. */
export function contentHost(path: string): string | null {
  const identifier = /^\/ipfs\/(b[a-z2-7]+)$/.exec(path)?.[1];
  return identifier === undefined ? null : `${identifier}.ipfs.dweb.link`;
}

/** Converts to version 1 in base32. */
function canonicalIdentifier(text: string): string | null {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return null;
  const bytes = text.length === MIN_LENGTH && text.startsWith('Qm') ? versionOne(text) : decoded(text);
  if (bytes === null || bytes.length !== BYTES) return null;
  const [version, content, , length] = bytes;
  if (version !== 1 || length !== DIGEST || content === LIBP2P_KEY) return null;
  return `b${inBase32(bytes)}`;
}

/** Converts version 0, which is only a base58 hash. */
function versionOne(text: string): Uint8Array | null {
  const hash = fromDigits(text, BASE58);
  if (hash === null || hash.length !== BYTES - 2 || hash[0] !== SHA2_256) return null;
  return Uint8Array.of(1, DAG_PB, ...hash);
}

/** Multibase: the first letter names the alphabet. */
function decoded(text: string): Uint8Array | null {
  const digits = text.slice(1);
  switch (text.charAt(0)) {
    case 'b':
      return fromBits(digits, BASE32, 5);
    case 'B':
      return fromBits(digits.toLowerCase(), BASE32, 5);
    case 'f':
      return fromBits(digits, BASE16, 4);
    case 'F':
      return fromBits(digits.toLowerCase(), BASE16, 4);
    case 'z':
      return fromDigits(digits, BASE58);
    case 'k':
      return fromDigits(digits, BASE36);
    case 'K':
      return fromDigits(digits.toLowerCase(), BASE36);
    default:
      return null;
  }
}

function fromBits(digits: string, alphabet: string, bitsPerDigit: number): Uint8Array | null {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const digit of digits) {
    const value = alphabet.indexOf(digit);
    if (value === -1) return null;
    bits = ((bits << bitsPerDigit) | value) & 0xfff;
    count += bitsPerDigit;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** For bases that are no power of two. `MAX_LENGTH` bounds the length. */
function fromDigits(digits: string, alphabet: string): Uint8Array | null {
  const base = BigInt(alphabet.length);
  let number = 0n;
  for (const digit of digits) {
    const value = alphabet.indexOf(digit);
    if (value === -1) return null;
    number = number * base + BigInt(value);
  }
  const hex = number.toString(16);
  return fromBits(hex.length % 2 === 0 ? hex : `0${hex}`, BASE16, 4);
}

function inBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    count += 8;
    while (count >= 5) {
      count -= 5;
      text += BASE32[(bits >> count) & 31] ?? '';
    }
  }
  return count === 0 ? text : text + (BASE32[(bits << (5 - count)) & 31] ?? '');
}
