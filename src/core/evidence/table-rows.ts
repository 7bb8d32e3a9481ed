import { fail, ok, type Result } from '../result.ts';
import { hostFromText } from '../url/canonical/host-name.ts';
import { registrableDomain } from '../url/hosts/registrable-domain.ts';
import { sharedHostingOf } from '../url/hosts/shared-hosting.ts';
import { knownHost } from '../url/hosts/known-hosts.ts';
import { foldText, wordsOf } from '../text/fold-text.ts';
import type { BrandRow, EvidenceTables } from './evidence-tables.ts';

/*
 * The opaque section `tables/1` of a snapshot: brands and domains that the packaged tables lack, added without a
 * release. UTF-8 text, each row ended by a line feed:
 *
 *     Acme, ~Acme Pay | acme.com acme-mail.example
 *
 * Syntax as in `brand-rows.ts` without `acme.*`. Rows only add brands and domains, never points, stems, thresholds or
 * expressions. Empty lines and lines with `#` in front are ignored.
 */

export const MAX_TABLE_ROWS = 2_000;
const MAX_NAMES = 20;
const MAX_DOMAINS = 100;
/** UTF-16 units. */
const MAX_NAME_LENGTH = 60;
/** Shorter names are part of too many other words. */
const MIN_NAME_LETTERS = 3;

export type TableRowsFailure =
  | { readonly kind: 'not-text' }
  | { readonly kind: 'too-many-rows' }
  | { readonly kind: TableRowFault; readonly line: number };

export const TABLE_ROW_FAULTS = [
  'not-a-row',
  'no-name',
  'too-many-names',
  'bad-name',
  'no-domain',
  'too-many-domains',
  /** Not canonical, a public suffix, an IP literal, or with a `*`. */
  'bad-domain',
  /** Strangers can have an address or page on this domain. */
  'domain-of-many',
] as const;
export type TableRowFault = (typeof TABLE_ROW_FAULTS)[number];

/** One bad row refuses all. Never throws. The caller bounds the length. */
export function parseTableRows(
  bytes: Uint8Array,
  tables: EvidenceTables,
): Result<readonly BrandRow[], TableRowsFailure> {
  const text = textOf(bytes);
  if (text === null) return fail({ kind: 'not-text' });
  const rows: BrandRow[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (rows.length >= MAX_TABLE_ROWS) return fail({ kind: 'too-many-rows' });
    const row = rowOf(line, tables);
    if (!row.ok) return fail({ kind: row.failure, line: index + 1 });
    rows.push(row.value);
  }
  return ok(rows);
}

/** @returns null for malformed UTF-8 or a byte order mark */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\ufeff') ? null : text;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function rowOf(line: string, tables: EvidenceTables): Result<BrandRow, TableRowFault> {
  const parts = line.split('|');
  if (parts.length !== 2) return fail('not-a-row');
  const names = (parts[0] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const domains = (parts[1] ?? '').split(' ').filter((domain) => domain !== '');
  if (names.length === 0) return fail('no-name');
  if (names.length > MAX_NAMES) return fail('too-many-names');
  if (!names.every(isName)) return fail('bad-name');
  if (domains.length === 0) return fail('no-domain');
  if (domains.length > MAX_DOMAINS) return fail('too-many-domains');
  for (const domain of domains) {
    if (
      hostFromText(domain).host !== domain ||
      !/^[a-z0-9.-]+$/.test(domain) ||
      registrableDomain(domain) === null
    )
      return fail('bad-domain');
    if (isSharedDomain(domain, tables)) return fail('domain-of-many');
  }
  return ok({ names, domains });
}

function isName(name: string): boolean {
  const bare = name.replace(/^~/, '');
  return (
    bare.length <= MAX_NAME_LENGTH &&
    !/[\p{C}\p{Zl}\p{Zp}]/u.test(bare) &&
    wordsOf(foldText(bare)).join('').length >= MIN_NAME_LETTERS
  );
}

function isSharedDomain(domain: string, tables: EvidenceTables): boolean {
  const known = knownHost(domain);
  return (
    tables.isMailboxProvider(domain) ||
    tables.isAgent(domain) ||
    tables.isStorage(domain) ||
    tables.isSocial(domain) ||
    tables.isForm(domain, '/') ||
    tables.isOpenRedirector(registrableDomain(domain)) ||
    known?.shortener != null ||
    known?.tracker != null ||
    sharedHostingOf(domain) !== null
  );
}
