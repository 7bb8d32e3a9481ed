import { parseJson } from '../../fields/parse-json.ts';
import { withoutEnd } from '../../text/without-ends.ts';
import { strippedHref } from '../canonical/canonical-url.ts';
import { parseUrl } from '../canonical/host-name.ts';
import { inflateZlib } from './inflate.ts';
import { decodeFully, decodeOnce, utf8Text } from '../canonical/percent-escapes.ts';
import { queryParameters } from '../canonical/query-parameters.ts';
import type { ReadingBudget } from './reading-budget.ts';

/** Servers read `+` as a space, and trim addresses. */
export const LEADING_BLANKS = /^(?:\+|%(?:20|0[9ad]))+/i;

/** No known server decodes more often, and no honest mail needs more. */
export const MAX_DECODINGS = 5;

/** Browsers accept a single slash, and some wrappers lose one of two. */
const ABSOLUTE = /^(?:(?:https?|ftp):[/\\]|mailto:[^?])/i;
const WEB_SCHEME = /^https?:/i;
/** `//host/…` takes the page's scheme; browsers read a backslash as a slash. */
const SAME_SCHEME = /^[/\\]{2,}([^/\\?#]*)/;

export function isAbsolute(text: string): boolean {
  if (ABSOLUTE.test(text)) return true;
  if (!WEB_SCHEME.test(text)) return false;
  const rest = text.slice(text.indexOf(':') + 1);
  // Numeric addresses (`http:0x5db8d822`) are hosts that `isBareUrl` does not recognize.
  return isBareUrl(rest) || hasHost(authorityOf(rest));
}

function authorityOf(text: string): string {
  return /^[^/\\?#]*/.exec(text)?.[0] ?? '';
}

function addressIn(text: string, isBare: boolean): string | null {
  if (isAbsolute(text)) return text;
  const authority = SAME_SCHEME.exec(text)?.[1];
  if (authority !== undefined) return hasHost(authority) ? `https:${text}` : null;
  return isBare && isBareUrl(text) ? `https://${text}` : null;
}

/** Base64 may begin with two slashes, and paths may double one, so only names with a dot and IP addresses count. */
function hasHost(authority: string): boolean {
  return /[^.]\.[^.]|\[/.test(parseUrl(`https://${authority}/`)?.hostname ?? '');
}

const OTHER_DOTS = /[\u3002\uff0e\uff61]/g;
const NAME = /^(?:[\w\u0080-\uffff-]+\.)+(?:[a-z\u0080-\uffff][\w\u0080-\uffff-]*|\d+)\.*$/i;

/** `evil.example/x`; may have credentials, port and final dots. */
function isBareUrl(text: string): boolean {
  const authority = authorityOf(text);
  if (/\s/.test(authority)) return false;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const colon = host.indexOf(':');
  return NAME.test((colon === -1 ? host : host.slice(0, colon)).replace(OTHER_DOTS, '.'));
}

export interface ReadingOptions {
  /** `example.com/x` is a destination too, for wrappers known to write it. */
  readonly isBare: boolean;
}

/**
 * Tries percent-encoding, once or more; base64 of a URL or JSON, perhaps zlib-compressed; JSON Web Tokens.
 *
 * @param value - decoded once, if from a parameter
 */
export function readDestinations(
  value: string,
  { isBare }: ReadingOptions,
  budget: ReadingBudget,
): readonly string[] {
  let text = strippedHref(value);
  for (let count = 0; ; count++) {
    // Stop here: the destination may be a wrapper with an encoded URL in it.
    const address = addressIn(text, isBare);
    if (address !== null) return [address];
    const decoded = strippedHref(decodeOnce(text));
    if (decoded === text) return readTokens(text, budget);
    if (count === MAX_DECODINGS) return readDeepest(decoded, budget);
    text = decoded;
  }
}

/** Beyond the limit: decodes all at once, perhaps too far. */
function readDeepest(text: string, budget: ReadingBudget): readonly string[] {
  const decoded = strippedHref(decodeFully(text));
  const found = isAbsolute(decoded) ? [decoded] : readTokens(decoded, budget);
  if (found.length > 0) budget.stopAt('escapes');
  return found;
}

/** Decoders of base64 skip these characters, so a blank must not stop us. */
const FOREIGN = /[^\w+/=~.-]+/g;
/** Anything may follow the padding. */
const BASE64 = /^[\w+/-]{12,}(?=[=~]|$)/;

function readTokens(text: string, budget: ReadingBudget): readonly string[] {
  return text
    .replace(FOREIGN, '')
    .split('.')
    .flatMap((part) => {
      const digits = BASE64.exec(part)?.[0];
      return digits === undefined ? [] : readToken(digits, budget);
    });
}

function readToken(digits: string, budget: ReadingBudget): readonly string[] {
  // Decoders drop a single last digit.
  const bytes = base64Bytes(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
  if (bytes === null) return [];
  const inflated = inflateZlib(bytes, budget.inflatableBytes);
  if (inflated === null) return readBytes(bytes);
  budget.inflatableBytes -= inflated.bytes.length;
  if (inflated.isCut) budget.stopAt('inflated');
  return readBytes(inflated.bytes);
}

function readBytes(bytes: Uint8Array): readonly string[] {
  if (bytes[0] === OPEN_BRACE) {
    const found = readJson(utf8Text(bytes));
    if (found.length > 0) return found;
  }
  const start = urlStart(bytes);
  // The URL is one field of a record.
  if (start > 0) return [utf8Text(bytes.subarray(start, urlEnd(bytes, start)))];
  if (!beginsAsText(bytes)) return [];
  const text = strippedHref(utf8Text(bytes));
  const address = addressIn(text, false);
  if (address !== null) return [address];
  return /^[\w.-]+=/.test(text) ? fromQueryString(text) : [strippedHref(decodeOnce(text))].filter(isAbsolute);
}

function beginsAsText(bytes: Uint8Array): boolean {
  let start = 0;
  while (start < bytes.length && (bytes[start] ?? 0) <= 0x20) start++;
  return isAscii(bytes[start] ?? 0) && isAscii(bytes[start + 1] ?? 0);
}

function isAscii(byte: number): boolean {
  return (byte > 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

const OPEN_BRACE = 0x7b;

/** Mailgun compresses a query string. */
function fromQueryString(text: string): readonly string[] {
  return queryParameters(text)
    .map(({ value }) => strippedHref(decodeOnce(value)))
    .filter(isAbsolute);
}

function urlStart(bytes: Uint8Array): number {
  // "http", optional "s", then ":". In JSON the slashes may be escaped.
  for (let index = bytes.indexOf(0x68); index !== -1; index = bytes.indexOf(0x68, index + 1)) {
    if (bytes[index + 1] !== 0x74 || bytes[index + 2] !== 0x74 || bytes[index + 3] !== 0x70) continue;
    const colon = bytes[index + 4] === 0x73 ? index + 5 : index + 4;
    if (bytes[colon] === 0x3a) return index;
  }
  return -1;
}

/** Ends by the length in SparkPost's records, or before the first byte that no URL has. */
function urlEnd(bytes: Uint8Array, start: number): number {
  // SparkPost: "D" and a one-byte length, or 0x84 and two bytes, little-endian.
  if (start >= 3 && bytes[start - 3] === 0x84) {
    return start + ((bytes[start - 2] ?? 0) | ((bytes[start - 1] ?? 0) << 8));
  }
  if (start >= 2 && bytes[start - 2] === 0x44) return start + (bytes[start - 1] ?? 0);
  let end = start;
  while (end < bytes.length && isUrlByte(bytes[end] ?? 0)) end++;
  return end;
}

function isUrlByte(byte: number): boolean {
  return byte > 0x20 && byte !== 0x22 && byte !== 0x5c && byte !== 0x7f;
}

/** Mandrill nests a second object in a string. */
function readJson(text: string): readonly string[] {
  return strings(parseObject(text))
    .flatMap((value) => (value.startsWith('{') ? strings(parseObject(value)) : [value]))
    .map(strippedHref)
    .filter(isAbsolute);
}

function strings(object: object): readonly string[] {
  return Object.values(object).filter((value): value is string => typeof value === 'string');
}

function parseObject(text: string): object {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? value : {};
}

const NO_DIGIT = 255;
const BASE64_VALUE = new Uint8Array(128).fill(NO_DIGIT);
for (const alphabet of ['+/', '-_']) {
  const digits = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet}`;
  for (let value = 0; value < 64; value++) BASE64_VALUE[digits.charCodeAt(value)] = value;
}

export function base64Bytes(token: string): Uint8Array | null {
  const length = withoutEnd(token, '=~.').length;
  if (length % 4 === 1) return null;
  const bytes = new Uint8Array((length * 3) >> 2);
  let bits = 0;
  let bitCount = 0;
  let next = 0;
  for (let index = 0; index < length; index++) {
    const code = token.charCodeAt(index);
    const value = code < 128 ? (BASE64_VALUE[code] ?? NO_DIGIT) : NO_DIGIT;
    if (value === NO_DIGIT) return null;
    bits = ((bits << 6) | value) & 0xfff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes[next++] = bits >> bitCount;
    }
  }
  return bytes;
}
