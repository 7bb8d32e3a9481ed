import { refused, type FeedLine } from './feed-line.ts';
import { readPlainEntry } from './plain-entry.ts';

const ZONE_RECORDS: ReadonlySet<string> = new Set(['SOA', 'NS', 'DNSKEY', 'RRSIG', 'NSEC', 'TXT']);
const TRIGGERS_WITHOUT_A_HOST = /(?:^|\.)rpz-(?:nsdname|nsip|client-ip)$/i;
const IPV4_TRIGGER = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\.(\d+)\.rpz-ip$/i;

/**
 * Response policy zone: `host CNAME .` blocks (also `*.`, `rpz-drop.`, `rpz-tcp-only.` or a null address), `CNAME
 * rpz-passthru.` allows. Names are relative to `$ORIGIN` or the SOA name. Source: draft-vixie-dnsop-dns-rpz-00,
 * sections 3 and 4.
 */
export class RpzReader {
  #origin = '';
  #inParentheses = false;

  line(text: string, line: number, found: FeedLine[]): void {
    const record = text.replace(/;[^]*/, '');
    if (record.trim() === '') return;
    if (record.trimStart().startsWith('<')) return void found.push(refused(line, text.trim(), 'markup'));
    // Only SOA records span several lines.
    const continues = this.#inParentheses;
    if (record.includes('(')) this.#inParentheses = true;
    if (record.includes(')')) this.#inParentheses = false;
    if (continues) return;

    const words = record.trim().split(/\s+/);
    const [first = ''] = words;
    if (first.toUpperCase() === '$ORIGIN') {
      this.#origin = absoluteName(words[1] ?? '');
      return;
    }
    if (first.startsWith('$')) return;
    // A leading blank repeats the owner above. Such records (NS and the like) are skipped.
    const owner = /^\s/.test(record) ? '' : first;
    const rest = words.slice(owner === '' ? 0 : 1).filter((word) => !/^(?:\d+[smhdw]?|IN)$/i.test(word));
    const type = (rest[0] ?? '').toUpperCase();
    if (ZONE_RECORDS.has(type)) {
      if (type === 'SOA' && owner !== '' && owner !== '@') this.#origin = absoluteName(owner);
      return;
    }
    if (owner === '' || owner === '@') return;
    this.#readPolicy(this.#toRelativeName(owner), type, rest[1] ?? '', text.trim(), line, found);
  }

  #readPolicy(
    owner: string,
    type: string,
    target: string,
    text: string,
    line: number,
    found: FeedLine[],
  ): void {
    const refuse = (because: 'pattern' | 'not-a-block'): void =>
      void found.push(refused(line, text, because));
    const allows = type === 'CNAME' && /^rpz-passthru\.?$/i.test(target);
    const blocks =
      (type === 'CNAME' && /^(?:\.|\*\.?|rpz-(?:drop|tcp-only)\.?)$/i.test(target)) ||
      (type === 'A' && /^(?:0\.0\.0\.0|127\.0\.0\.1)$/.test(target)) ||
      (type === 'AAAA' && /^::1?$/.test(target));
    if (!allows && !blocks) return refuse('not-a-block');
    if (TRIGGERS_WITHOUT_A_HOST.test(owner)) return refuse('pattern');
    let host = owner.startsWith('*.') ? owner.slice(2) : owner;
    const ip = IPV4_TRIGGER.exec(host);
    if (ip !== null) {
      // The trigger is a prefix length, then the reversed address. Ranges cannot be looked up.
      if (ip[1] !== '32') return refuse('pattern');
      host = `${ip[5]}.${ip[4]}.${ip[3]}.${ip[2]}`;
    } else if (/\.rpz-ip$/i.test(host) || host.includes('*')) {
      return refuse('pattern');
    }
    const entry = readPlainEntry(host);
    if (!entry.ok) found.push(refused(line, text, entry.failure));
    else if (allows) found.push({ kind: 'allow', line, host: entry.value.host });
    else found.push({ kind: 'entry', line, entry: entry.value });
  }

  #toRelativeName(owner: string): string {
    if (!owner.endsWith('.')) return owner;
    const name = absoluteName(owner);
    return this.#origin !== '' && name.endsWith(`.${this.#origin}`)
      ? name.slice(0, -this.#origin.length - 1)
      : name;
  }
}

function absoluteName(name: string): string {
  return name.replace(/\.$/, '').toLowerCase();
}
