import { fail, type Result } from '../result.ts';
import { type BrandRow, EvidenceTables, packagedRows, packagedTables } from './evidence-tables.ts';
import { foldText } from '../text/fold-text.ts';
import { wronglyJudgedSample } from './sample-messages.ts';
import { parseTableRows, type TableRowsFailure } from './table-rows.ts';

/** The section `tables/1` of one channel. */
export interface AddedTables {
  readonly bytes: Uint8Array;
  /**
   * The channel that the package pins: its domains are the brands' own. Another channel's brands are known by name, and
   * their domains excuse nothing but that name: a channel only adds reasons.
   */
  readonly isVouched: boolean;
}

export type AddedTablesFailure =
  | TableRowsFailure
  /** With it a good message of the package would be marked, or a phishing one would not. */
  | { readonly kind: 'misjudges-sample'; readonly sample: string };

/** The rows of one section, if they may be used beside the packaged tables. */
export function acceptedRows({
  bytes,
  isVouched,
}: AddedTables): Result<readonly BrandRow[], AddedTablesFailure> {
  const rows = parseTableRows(bytes, packagedTables());
  if (!rows.ok) return rows;
  const sample = wronglyJudgedSample(tablesOf([{ rows: rows.value, isVouched }]));
  return sample === null ? rows : fail({ kind: 'misjudges-sample', sample });
}

/** The packaged tables, and what channels add to them; what may not be used of it is as good as absent. */
export function tablesWith(added: readonly AddedTables[]): EvidenceTables {
  const accepted = added.flatMap((each) => {
    const rows = acceptedRows(each);
    return rows.ok ? [{ rows: rows.value, isVouched: each.isVouched }] : [];
  });
  if (accepted.length === 0) return packagedTables();
  const all = tablesOf(accepted);
  // Each of them alone did no harm; together they might.
  return wronglyJudgedSample(all) === null ? all : packagedTables();
}

interface AcceptedRows {
  readonly rows: readonly BrandRow[];
  readonly isVouched: boolean;
}

function tablesOf(added: readonly AcceptedRows[]): EvidenceTables {
  const rows = new Map<string, BrandRow>();
  const vouched = added.filter(({ isVouched }) => isVouched).flatMap((each) => each.rows);
  for (const row of [...packagedRows(), ...vouched]) {
    // A row of a brand that is there adds to it.
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
