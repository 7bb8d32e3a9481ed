import { registrableDomain } from '../../../core/url/hosts/registrable-domain.ts';
import type { Category, Level } from '../../../core/verdict/verdict.ts';
import {
  EntrySelection,
  type Exported,
  type ExportedEntry,
  type ExportedFile,
  type LeftOut,
} from './exported-entry.ts';
import { isDnsName } from './names.ts';

/** No character that a table treats specially. */
const PLAIN_USER = /^[a-z0-9._+=-]{1,64}$/;

function senderKey(address: string): { readonly key: string } | LeftOut {
  const at = address.lastIndexOf('@');
  if (!isDnsName(address.slice(at + 1))) return 'name';
  return at === -1 || PLAIN_USER.test(address.slice(0, at)) ? { key: address } : 'character';
}

function lines(texts: Iterable<string>): string {
  return [...new Set(texts)]
    .sort()
    .map((text) => `${text}\n`)
    .join('');
}

/** A Postfix access table for `check_sender_access`. Danger is rejected; caution adds a header for later filters. */
export function toAccessTable(entries: Iterable<ExportedEntry>): Exported {
  const { kept, leftOut } = new EntrySelection(entries, (entry) => {
    if (entry.kind === 'url' && entry.path !== '/') return 'page';
    if (entry.kind === 'url' && entry.isIp) return 'ip-address';
    const key = senderKey(entry.kind === 'url' ? entry.host : entry.address);
    return typeof key === 'string' ? key : { ...key, does: accessActionOf(entry.level, entry.category) };
  });
  // If a host is listed twice, the stricter action sorts last and remains.
  const does = new Map(
    kept.toSorted((a, b) => (a.does < b.does ? -1 : 1)).map((one) => [one.key, one.does] as const),
  );
  const table = lines(Array.from(does, ([key, action]) => `${key} ${action}`));
  return {
    files: [{ name: '', text: `# Made by spamlight export.\n${table}` }],
    entries: does.size,
    leftOut,
  };
}

function accessActionOf(level: Level, category: Category): string {
  return level === 'danger' ? `REJECT listed for ${category}` : `PREPEND X-Spamlight: caution (${category})`;
}

/** No character with a meaning in a map's syntax. */
const PLAIN_PAGE = /^\/[a-z0-9._~:/?@!&()*+,;=%-]*$/i;

type RspamdKey = {
  readonly map: 'hosts' | 'domains' | 'pages' | 'senders' | 'sender-domains' | 'sender-hosts';
  readonly key: string;
};

/**
 * For Rspamd's multimap module. A domain covers its subdomains (`tld`), a host only itself, a page its usual spellings.
 * Exact maps stay fast with a million keys; regular expressions are tried one by one.
 */
export function toRspamdMaps(entries: Iterable<ExportedEntry>): Exported {
  const { kept, leftOut } = new EntrySelection(entries, (entry) => {
    const key = rspamdKey(entry);
    return typeof key === 'string' ? key : { ...key, level: entry.level };
  });
  const files = LEVEL_SCORES.flatMap(({ level, score }): ExportedFile[] => {
    const own = kept.filter((one) => one.level === level);
    return RSPAMD_MAPS.map(({ map, keysOf }) => ({
      name: `${level}-${map}.map`,
      text: lines(own.filter((one) => one.map === map).flatMap(({ key }) => keysOf(key))),
    })).concat({ name: `${level}.conf`, text: settingsOf(level, score) });
  });
  return { files, entries: new Set(kept.map(({ map, key }) => `${map} ${key}`)).size, leftOut };
}

function rspamdKey(entry: ExportedEntry): RspamdKey | LeftOut {
  if (entry.kind === 'address') {
    const sender = senderKey(entry.address);
    if (typeof sender === 'string') return sender;
    if (sender.key.includes('@')) return { map: 'senders', key: sender.key };
    return {
      map: registrableDomain(sender.key) === sender.key ? 'sender-domains' : 'sender-hosts',
      key: sender.key,
    };
  }
  const { host, path, isIp } = entry;
  if (!isIp && !isDnsName(host)) return 'name';
  if (isIp && !/^[\d.]+$/.test(host)) return 'ip-address';
  if (path !== '/') return PLAIN_PAGE.test(path) ? { map: 'pages', key: host + path } : 'character';
  return { map: registrableDomain(host) === host ? 'domains' : 'hosts', key: host };
}

const LEVEL_SCORES = [
  { level: 'danger', score: 10 },
  { level: 'caution', score: 3 },
] as const;

const RSPAMD_MAPS: readonly {
  readonly map: RspamdKey['map'];
  readonly asks: string;
  readonly keysOf: (key: string) => readonly string[];
}[] = [
  { map: 'domains', asks: 'type = "url"; filter = "tld"', keysOf: (key) => [key] },
  { map: 'hosts', asks: 'type = "url"', keysOf: (key) => [key] },
  { map: 'pages', asks: 'type = "url"; filter = "full"', keysOf: spellingsOfPage },
  { map: 'senders', asks: 'type = "from"; filter = "email:addr"', keysOf: (key) => [key] },
  { map: 'sender-domains', asks: 'type = "from"; filter = "email:domain:tld"', keysOf: (key) => [key] },
  { map: 'sender-hosts', asks: 'type = "from"; filter = "email:domain"', keysOf: (key) => [key] },
];

function spellingsOfPage(page: string): readonly string[] {
  const host = page.slice(0, page.indexOf('/'));
  const names = registrableDomain(host) === host ? [page, `www.${page}`] : [page];
  return names.flatMap((name) => [`http://${name}`, `https://${name}`]);
}

function settingsOf(level: Level, score: number): string {
  const rules = RSPAMD_MAPS.map(
    ({ map, asks }) =>
      `SPAMLIGHT_${level}_${map.replaceAll('-', '_')} {\n  ${asks};\n  map = "$LOCAL_CONFDIR/spamlight/${level}-${map}.map";\n  score = ${score};\n}\n`,
  );
  return `# Made by spamlight export.\n${rules.join('').replaceAll(/^SPAMLIGHT\w+/gm, (name) => name.toUpperCase())}`;
}
