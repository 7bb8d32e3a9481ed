import { canonicalEscapes, decodeFully } from './percent-escapes.ts';

export interface HostName {
  /** Lower case, punycode, no outer dots; IPv4 dotted decimal, IPv6 in brackets. Empty if absent. */
  readonly host: string;
  readonly isIp: boolean;
}

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** @param host - canonical */
export function isIpLiteral(host: string): boolean {
  const last = host.charCodeAt(host.length - 1);
  // Only addresses end in a digit or `]`: browsers refuse `a.b.1`.
  return last === 0x5d ? host.startsWith('[') : last >= 0x30 && last <= 0x39 && IPV4.test(host);
}

/** Unlike browsers, Safe Browsing drops outer and doubled dots, and reads IPv6 around IPv4 as IPv4. */
export function hostFromBrowser(hostname: string): HostName {
  if (hostname.startsWith('[')) return { host: canonicalIpv6(hostname), isIp: true };
  const host = withoutEmptyLabels(hostname);
  if (host === hostname) return { host, isIp: isIpLiteral(host) };
  // To browsers `1.2.3.4..` is a name; without the outer dots it is an address.
  return hostFromText(host);
}

/** Reads authorities that browsers refuse, as Safe Browsing's tables require. */
export function hostFromText(text: string): HostName {
  const decoded = decodeFully(text);
  const address = looseIpv4(decoded);
  if (address !== null) return { host: address, isIp: true };
  const name = withoutEmptyLabels(decoded);
  // A decoded delimiter does not delimit: `host%23.com` is not `host`.
  const parsed = /[/\\?#@:]/.test(name) ? null : parseUrl(`http://${name}/`);
  if (parsed !== null) {
    const host = withoutEmptyLabels(parsed.hostname);
    return { host, isIp: isIpLiteral(host) };
  }
  return { host: withoutEmptyLabels(canonicalEscapes(text)).toLowerCase(), isIp: false };
}

function withoutEmptyLabels(host: string): string {
  if (!host.startsWith('.') && !host.endsWith('.') && !host.includes('..')) return host;
  return host
    .split('.')
    .filter((label) => label !== '')
    .join('.');
}

/**
 * As `inet_aton`: one to four decimal, octal or hexadecimal numbers; the last fills the remaining bytes; overflow is
 * cut; text after a space is ignored (Windows, up to 15 characters). Browsers refuse `276.2.3` and `1.2.3.4 x`; Safe
 * Browsing's table lists them.
 */
function looseIpv4(text: string): string | null {
  const space = text.length <= 15 ? text.indexOf(' ') : -1;
  const address = withoutEmptyLabels(space === -1 ? text : text.slice(0, space));
  if (!/^(?:0x[\da-f]+|\d+)(?:\.(?:0x[\da-f]+|\d+)){0,3}$/i.test(address)) return null;
  const parts: number[] = [];
  for (const part of address.split('.')) {
    const isOctal = /^0\d/.test(part);
    if (isOctal && /[89]/.test(part)) return null;
    parts.push(isOctal ? Number.parseInt(part, 8) : Number(part));
  }
  const last = parts.pop() ?? 0;
  const bytes = parts.map((part) => part % 256);
  for (let shift = 3 - parts.length; shift >= 0; shift--) bytes.push(Math.floor(last / 256 ** shift) % 256);
  return bytes.every((byte) => Number.isInteger(byte)) ? bytes.join('.') : null;
}

/**
 * As browsers write IPv6, but `::ffff:1.2.3.4` and NAT64 `64:ff9b::` give `1.2.3.4` (Safe Browsing v5), and `::1.2.3.4`
 * keeps its dots, as in Google's table.
 */
function canonicalIpv6(bracketed: string): string {
  const groups = ipv6Groups(bracketed.slice(1, -1));
  if (groups === null) return bracketed;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, high = 0, low = 0] = groups;
  const dotted = `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  const isMapped = (a | b | c | d | e) === 0 && f === 0xffff;
  const isNat64 = a === 0x64 && b === 0xff9b && (c | d | e | f) === 0;
  if (isMapped || isNat64) return dotted;
  const isCompatible = (a | b | c | d | e | f) === 0 && high !== 0;
  return isCompatible ? `[::${dotted}]` : bracketed;
}

/** Expects a browser's spelling. */
function ipv6Groups(text: string): readonly number[] | null {
  const [head = '', tail] = text.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = 8 - before.length - after.length;
  if (missing < 0 || (tail === undefined && missing !== 0)) return null;
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  );
}

/** RFC 1035 section 2.3.4. */
const MAX_NAME_LENGTH = 253;

/**
 * Keeps as many last labels as fit a DNS name: lookups hash every parent, and 16,000 labels would take 16,000 hashes of
 * some kB each.
 */
export function withinDns(host: string): string {
  if (host.length <= MAX_NAME_LENGTH) return host;
  const dot = host.indexOf('.', host.length - MAX_NAME_LENGTH - 1);
  return host.slice((dot === -1 ? host.lastIndexOf('.') : dot) + 1);
}

export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
