import { fail, ok, type Result } from '../result.ts';
import { hostFromText } from '../url/canonical/host-name.ts';
import { registrableDomain } from '../url/hosts/registrable-domain.ts';
import { sharedHostingOf } from '../url/hosts/shared-hosting.ts';
import { knownHost } from '../url/hosts/known-hosts.ts';
import { foldText, wordsOf } from '../text/fold-text.ts';
import type { BrandRow, EvidenceTables } from './evidence-tables.ts';

/*
 * The opaque section `tables/1` of a snapshot: brands and official domains that the packaged tables lack, so that a
 * missing one is mended without a release. UTF-8 text, one row a line, each line ended by a line feed:
 *
 *     Acme, ~Acme Pay | acme.com acme-mail.example
 *
 * Names, `|`, domains, as in `brand-rows.ts`, but for `acme.*`: a row says which domains, one by one. Nothing else can
 * be said: no points, no stems, no thresholds, no expressions, and nothing is taken away. Empty lines and lines that
 * begin with `#` are passed over.
 */

export const MAX_TABLE_ROWS = 2_000;
const MAX_NAMES = 20;
const MAX_DOMAINS = 100;
/** UTF-16 units. */
const MAX_NAME_LENGTH = 60;
/** Letters and digits of a name in all; a shorter one is part of too many others. */
const MIN_NAME_LETTERS = 3;

export type TableRowsFailure =
  | { readonly kind: 'not-text' }
  | { readonly kind: 'too-many-rows' }
  | { readonly kind: TableRowFault; readonly line: number };

export const TABLE_ROW_FAULTS = [
  /** No `|`, or more than one. */
  'not-a-row',
  'no-name',
  'too-many-names',
  'bad-name',
  'no-domain',
  'too-many-domains',
  /** No host name in its canonical form, or a public suffix, or an IP literal, or with a `*`. */
  'bad-domain',
  /** Strangers can have an address or a page there: nobody's official domain. */
  'domain-of-many',
] as const;
export type TableRowFault = (typeof TABLE_ROW_FAULTS)[number];

/** Reads the section; all of it, or nothing. Never throws. Bounded by its length, which the caller has bounded. */
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

/** @returns null if it is not well-formed UTF-8, or begins with a byte order mark */
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
    if (isOfMany(domain, tables)) return fail('domain-of-many');
  }
  return ok({ names, domains });
}

/** Text without characters that only machines see, with enough letters to mean somebody. */
function isName(name: string): boolean {
  const bare = name.replace(/^~/, '');
  return (
    bare.length <= MAX_NAME_LENGTH &&
    !/[\p{C}\p{Zl}\p{Zp}]/u.test(bare) &&
    wordsOf(foldText(bare)).join('').length >= MIN_NAME_LETTERS
  );
}

function isOfMany(domain: string, tables: EvidenceTables): boolean {
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
