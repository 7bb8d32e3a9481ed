import { registrableDomain } from '../../../core/url/hosts/registrable-domain.ts';
import { endsInRootZone } from '../guards/root-zone.ts';
import { EntrySelection, type Exported, type ExportedEntry, type LeftOut } from './exported-entry.ts';
import { isDnsName, isHostName } from './names.ts';

/** Whole hosts only, since a resolver sees no paths. */
function hostOf(
  entry: ExportedEntry,
  isName: (name: string) => boolean,
): { readonly host: string } | LeftOut {
  if (entry.kind === 'address') return 'sender';
  if (entry.path !== '/') return 'page';
  if (entry.isIp) return 'ip-address';
  if (!isName(entry.host)) return 'name';
  return isPublicName(entry.host) ? { host: entry.host } : 'ending';
}

/**
 * Non-public names have special meanings. In a policy zone, `8.0.0.0.10.rpz-client-ip` cuts off every client of
 * 10.0.0.0/8; `.corp` and `.internal` are a company's machines, `10.in-addr.arpa` its reverse lookups.
 */
function isPublicName(host: string): boolean {
  return endsInRootZone(host) && !host.endsWith('.arpa');
}

function oneFile(
  entries: Iterable<ExportedEntry>,
  isName: (name: string) => boolean,
  head: readonly string[],
  linesOf: (host: string) => readonly string[],
): Exported {
  const { kept, leftOut } = new EntrySelection(entries, (entry) => hostOf(entry, isName));
  const hosts = [...new Set(kept.map(({ host }) => host))].sort();
  const lines = [...head, ...hosts.flatMap(linesOf)];
  return { files: [{ name: '', text: `${lines.join('\n')}\n` }], entries: hosts.length, leftOut };
}

/** `/etc/hosts` has no wildcards, so a registrable domain also gets its `www.`. */
export function toHostsFile(entries: Iterable<ExportedEntry>): Exported {
  return oneFile(entries, isHostName, ['# Made by spamlight export.'], (host) => {
    const names =
      registrableDomain(host) === host && isHostName(`www.${host}`) ? [host, `www.${host}`] : [host];
    return names.map((name) => `0.0.0.0 ${name}`);
  });
}

/** To be included anywhere in unbound.conf. */
export function toUnboundFile(entries: Iterable<ExportedEntry>): Exported {
  return oneFile(entries, isDnsName, ['# Made by spamlight export.', 'server:'], (host) => [
    `local-zone: "${host}." always_nxdomain`,
  ]);
}

/** Room for the zone's own name, which follows each name. */
const MAX_ZONE_CHARACTERS = 60;
const MAX_POLICY_NAME_CHARACTERS = 253 - '*.'.length - '.'.length - MAX_ZONE_CHARACTERS;

/**
 * For BIND, Knot, PowerDNS and others. Without IP addresses: `rpz-ip` would block every name that resolves to one.
 *
 * @param serial - secondaries take only higher ones
 */
export function toPolicyZone(entries: Iterable<ExportedEntry>, serial: number): Exported {
  const head = [
    '; Made by spamlight export.',
    '$TTL 300',
    `@ SOA localhost. nobody.invalid. ${serial >>> 0} 3600 600 86400 300`,
    '@ NS localhost.',
  ];
  const isName = (name: string): boolean => isDnsName(name, MAX_POLICY_NAME_CHARACTERS);
  return oneFile(entries, isName, head, (host) => [`${host} CNAME .`, `*.${host} CNAME .`]);
}
