import type { CanonicalUrl } from './canonical/canonical-url.ts';

/**
 * Content of IPFS, which every gateway gives under its own name: `ipfs.io/ipfs/Qm…/page`, `bafy….ipfs.dweb.link/page`.
 * The identifier says what it is and not where, so that entries and links are compared by it.
 *
 * Sources: https://github.com/multiformats/cid (versions, multibase, multihash),
 * https://specs.ipfs.tech/http-gateways/ (paths and subdomains).
 */

/** The host under which content is looked up, whichever gateway it is asked of. */
export const CONTENT_HOST = 'ipfs.io';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BASE16 = '0123456789abcdef';

/** Version 1, what kind of content it is in one byte, which hash in one, how long that is, and 32 bytes of it. */
const BYTES = 36;
const DIGEST = 32;
const SHA2_256 = 0x12;
const DAG_PB = 0x70;
/** A key of IPNS: a name for content that changes. */
const LIBP2P_KEY = 0x72;

/** The shortest is version 0; the longest hexadecimal. Longer hashes than of 32 bytes are not used by anybody. */
const MIN_LENGTH = 46;
const MAX_LENGTH = 1 + 2 * BYTES;

/**
 * The path under which content is looked up, on `CONTENT_HOST`: `/ipfs/bafy…/page`. Without a query, which the content
 * does not depend on, and without a slash behind the identifier alone.
 *
 * @returns null for everything that is no content of IPFS
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

/** The subdomain of a public gateway that gives the content which a looked-up path names; null if it names a part of it. */
export function contentHost(path: string): string | null {
  const identifier = /^\/ipfs\/(b[a-z2-7]+)$/.exec(path)?.[1];
  return identifier === undefined ? null : `${identifier}.ipfs.dweb.link`;
}

/** Version 1 in base32, as it stands in a host; null if the text is no identifier of content. */
function canonicalIdentifier(text: string): string | null {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return null;
  const bytes = text.length === MIN_LENGTH && text.startsWith('Qm') ? versionOne(text) : decoded(text);
  if (bytes === null || bytes.length !== BYTES) return null;
  const [version, content, , length] = bytes;
  if (version !== 1 || length !== DIGEST || content === LIBP2P_KEY) return null;
  return `b${inBase32(bytes)}`;
}

/** Version 0 is the hash alone, in base58. */
function versionOne(text: string): Uint8Array | null {
  const hash = fromDigits(text, BASE58);
  if (hash === null || hash.length !== BYTES - 2 || hash[0] !== SHA2_256) return null;
  return Uint8Array.of(1, DAG_PB, ...hash);
}

/** By the letter in front that says how it is written. */
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

/** @returns null for a digit of another alphabet */
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

/** A number in a base that is no power of two. Its length is bounded by `MAX_LENGTH`. */
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
