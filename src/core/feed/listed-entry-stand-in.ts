// Stands in until src/core/url/listed-entry.ts is there.
import { fail, ok, type Result } from '../result.ts';
import type { Expression } from '../url/read-link.ts';

export type ListedEntry = Expression & { readonly isHostLevel: boolean };
export type EntryFailure = 'empty' | 'bad-host';

export function parseListedEntry(text: string): Result<ListedEntry, EntryFailure> {
  const bare = text
    .trim()
    .replace(/^(?:\*\.|\.|\|\|)/, '')
    .replace(/\^.*$/, '');
  if (bare === '') return fail('empty');
  const href = /^[a-z][a-z0-9+.-]*:\/\//i.test(bare) ? bare : `http://${bare}`;
  if (!URL.canParse(href)) return fail('bad-host');
  const url = new URL(href);
  const host = url.hostname.replace(/\.$/, '');
  if (host === '' || !/[.:]/.test(host)) return fail('bad-host');
  const path = url.pathname + url.search;
  return ok({ kind: 'url', host, path, isHostLevel: path === '/' });
}
