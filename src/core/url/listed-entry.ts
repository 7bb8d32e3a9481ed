import { fail, ok, type Result } from '../result.ts';
import { canonicalizeUrl } from './canonical-url.ts';
import type { Expression, UrlFailure } from './read-link.ts';
import { registrableDomain } from './registrable-domain.ts';

export type EntryFailure = UrlFailure | 'empty' | 'pattern';

/** An entry of a feed, as it is hashed. */
export type ListedEntry = Expression & {
  /** True if it lists a whole host: path `/` and no query. */
  readonly isHostLevel: boolean;
};

/** PLAN: more spellings follow. */
export function parseListedEntry(text: string): Result<ListedEntry, EntryFailure> {
  let entry = text.trim();
  if (entry === '') return fail('empty');
  entry = entry.replace(/^h(?:xx|tt)p(s?)\[?:/i, 'http$1:').replace(/\[\.\]|\(\.\)|\[dot\]/gi, '.');
  entry = entry.replace(/^\|\|/, '').replace(/\^.*$/, '').replace(/^\*\./, '');
  if (entry.includes('*')) return fail('pattern');
  const url = canonicalizeUrl(entry);
  if (!url.ok) return url;
  const { host, path, query } = url.value;
  return ok({
    kind: 'url',
    host: withoutWww(host),
    path: query === null || query === '' ? path : `${path}?${query}`,
    isHostLevel: path === '/' && (query === null || query === ''),
  });
}

/** Lists write `www.` or leave it out at random; links are looked up under their parent hosts, so the shorter one finds both. */
function withoutWww(host: string): string {
  if (!host.startsWith('www.')) return host;
  const rest = host.slice(4);
  return registrableDomain(rest) === null ? host : rest;
}
