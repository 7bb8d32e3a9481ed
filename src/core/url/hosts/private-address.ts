/**
 * Endings that name a different machine in each network: RFC 6761, RFC 6762, ICANN's `.internal`, routers' names.
 * Without `.example`, `.test`, `.invalid`: nobody has a site there, and lists for demonstrations contain them.
 */
const LOCAL_LABELS = new Set(
  'localhost localdomain local internal intranet private corp home lan arpa'.split(' '),
);

/** @param host - canonical */
export function isPrivateAddress(host: string, isIp: boolean): boolean {
  if (isIp) return host.startsWith('[') ? isPrivateIpv6(host.slice(1, -1)) : isPrivateIpv4(host);
  return LOCAL_LABELS.has(host.slice(host.lastIndexOf('.') + 1)) || !host.includes('.');
}

/** A pasted URL must not make the extension contact a router; an administrator's policy may. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  const isIpLiteral = host.startsWith('[') || /^[0-9.]+$/.test(host);
  const isLocalName = !host.includes('.') || /\.(?:local|localhost|internal|home\.arpa|lan)$/.test(host);
  return isIpLiteral || isLocalName;
}

/** IANA IPv4 Special-Purpose Address Registry; multicast and class E. */
const IPV4_BLOCKS: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const IPV4_RANGES = IPV4_BLOCKS.map(([network, bits]) => {
  const size = 2 ** (32 - bits);
  const first = ipv4Number(network);
  return { first, last: first + size - 1 };
});

function isPrivateIpv4(host: string): boolean {
  const address = ipv4Number(host);
  return IPV4_RANGES.some(({ first, last }) => address >= first && address <= last);
}

function ipv4Number(host: string): number {
  return host.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Mapped (RFC 4291) or translated (RFC 6052); dotted, or hexadecimal as in URLs. */
const IPV4_IN_IPV6 = /^(?:::ffff:|64:ff9b::)(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** Unspecified, loopback, unique local, link-local, multicast, documentation; IANA IPv6 registry. */
function isPrivateIpv6(address: string): boolean {
  const [inside, dotted, high = '', low = ''] = IPV4_IN_IPV6.exec(address) ?? [];
  if (inside !== undefined) {
    const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return isPrivateIpv4(dotted ?? [upper >>> 8, upper & 255, lower >>> 8, lower & 255].join('.'));
  }
  return /^(?:::1?$|f[cd]|fe[89ab]|ff|2001:db8:|3fff:|100::)/i.test(address);
}
