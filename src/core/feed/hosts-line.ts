import { isCosmeticRule } from '../url/listed-entry.ts';
import { refused, type FeedLine } from './feed-line.ts';
import { addPlainEntry } from './plain-line.ts';

const NULL_ADDRESSES: ReadonlySet<string> = new Set([
  '0.0.0.0',
  '127.0.0.1',
  '127.0.1.1',
  '255.255.255.255',
  '::',
  '::0',
  '::1',
  '0:0:0:0:0:0:0:0',
  '0:0:0:0:0:0:0:1',
]);

const LOCAL_NAMES: ReadonlySet<string> = new Set([
  'localhost',
  'localhost.localdomain',
  'local',
  'broadcasthost',
  'ip6-localhost',
  'ip6-loopback',
  'ip6-localnet',
  'ip6-mcastprefix',
  'ip6-allnodes',
  'ip6-allrouters',
  'ip6-allhosts',
  '0.0.0.0',
]);

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*(?:%\w+)?)$/i;

export function isHostsLine(text: string): boolean {
  const end = text.search(/\s/);
  return end !== -1 && ADDRESS.test(text.slice(0, end));
}

/** `0.0.0.0 a.example b.example # note`, or a bare host. */
export function readHostsLine(text: string, line: number, found: FeedLine[]): void {
  const rule = text.trim();
  // In `site##.ad`, the `#` begins no comment, and the site before it is not bad.
  if (isCosmeticRule(rule)) return void found.push(refused(line, rule, 'cosmetic-rule'));
  const comment = text.indexOf('#');
  const words = (comment === -1 ? text : text.slice(0, comment)).trim().split(/\s+/);
  const [first = '', ...names] = words;
  if (first === '' || first.startsWith('!') || first.startsWith(';')) return;
  if (first.startsWith('<')) return void found.push(refused(line, text.trim(), 'markup'));
  if (!ADDRESS.test(first)) {
    if (names.length > 0) found.push(refused(line, text.trim(), 'extra-words'));
    else addPlainEntry(first, line, found);
    return;
  }
  const others = names.filter((name) => !LOCAL_NAMES.has(name.toLowerCase()));
  if (others.length === 0) return;
  if (!NULL_ADDRESSES.has(first.toLowerCase()))
    return void found.push(refused(line, text.trim(), 'not-a-block'));
  for (const name of others) addPlainEntry(name, line, found);
}
