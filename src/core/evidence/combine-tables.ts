import { fail, type Result } from '../result.ts';
import { type BrandRow, EvidenceTables, packagedRows, packagedTables } from './evidence-tables.ts';
import { foldText } from '../text/fold-text.ts';
import { findMisjudgedSample } from './sample-messages.ts';
import { parseTableRows, type TableRowsFailure } from './table-rows.ts';

export interface AddedTables {
  readonly bytes: Uint8Array;
  /** True for the default channel, whose domains are trusted as the brands' own: see `Brand.isVouched`. */
  readonly isVouched: boolean;
}

export type AddedTablesFailure =
  | TableRowsFailure
  | { readonly kind: 'misjudges-sample'; readonly sample: string };

export function acceptedRows({
  bytes,
  isVouched,
}: AddedTables): Result<readonly BrandRow[], AddedTablesFailure> {
  const rows = parseTableRows(bytes, packagedTables());
  if (!rows.ok) return rows;
  const sample = findMisjudgedSample(tablesOf([{ rows: rows.value, isVouched }]));
  return sample === null ? rows : fail({ kind: 'misjudges-sample', sample });
}

/** Ignores tables that `acceptedRows` refuses. */
export function combineTables(added: readonly AddedTables[]): EvidenceTables {
  const accepted = added.flatMap((each) => {
    const rows = acceptedRows(each);
    return rows.ok ? [{ rows: rows.value, isVouched: each.isVouched }] : [];
  });
  if (accepted.length === 0) return packagedTables();
  const all = tablesOf(accepted);
  // Tables that pass the samples singly may fail them together; then none counts.
  return findMisjudgedSample(all) === null ? all : packagedTables();
}

interface AcceptedRows {
  readonly rows: readonly BrandRow[];
  readonly isVouched: boolean;
}

function tablesOf(added: readonly AcceptedRows[]): EvidenceTables {
  const rows = new Map<string, BrandRow>();
  const vouched = added.filter(({ isVouched }) => isVouched).flatMap((each) => each.rows);
  for (const row of [...packagedRows(), ...vouched]) {
    // A row whose first name is a known brand's extends that brand.
    const key = foldText(row.names[0] ?? '');
    const before = rows.get(key);
    rows.set(
      key,
      before === undefined
        ? row
        : {
            names: [...new Set([...before.names, ...row.names])],
            domains: [...new Set([...before.domains, ...row.domains])],
          },
    );
  }
  const others = added.filter(({ isVouched }) => !isVouched).flatMap((each) => each.rows);
  return new EvidenceTables([...rows.values()], others);
}
