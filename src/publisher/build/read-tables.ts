import { readFile } from 'node:fs/promises';
import type { BrandRow } from '../../core/evidence/evidence-tables.ts';
import { acceptedRows, type AddedTablesFailure } from '../../core/evidence/tables-with.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { OPAQUE_LIMITS } from '../../core/snapshot/opaque-sections.ts';
import { systemMessage, type ToldFailure } from '../../node/told-failure.ts';
import { pathOf, type PublisherFeedsFile } from '../feeds/read-feeds-file.ts';

/** What a channel adds to the evidence tables of its readers: the section `tables/1`. */
export interface PublishedTables {
  readonly bytes: Uint8Array;
  readonly rows: readonly BrandRow[];
}

/** @returns null if `feeds.json` names no file of tables; a failure for what a reader's device would refuse */
export async function readTables(
  feeds: PublisherFeedsFile,
): Promise<Result<PublishedTables | null, ToldFailure<'evidence-tables'>>> {
  if (feeds.evidenceTables === null) return ok(null);
  const path = pathOf(feeds.evidenceTables, feeds);
  const refused = (why: string): Result<never, ToldFailure<'evidence-tables'>> =>
    fail({ kind: 'evidence-tables', message: `${path} ${why}. The channel was not changed.` });
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const message = systemMessage(error);
    if (message === null) throw error;
    return refused(`could not be read: ${message}`);
  }
  const limit = OPAQUE_LIMITS['tables/1'];
  if (bytes.length > limit) return refused(`has ${bytes.length} bytes; readers take ${limit}`);
  const rows = acceptedRows({ bytes, isVouched: true });
  return rows.ok ? ok({ bytes, rows: rows.value }) : refused(whyNot(rows.failure));
}

function whyNot(failure: AddedTablesFailure): string {
  if (failure.kind === 'misjudges-sample')
    return `would change the verdict on a sample message, that of “${failure.sample}”`;
  return 'line' in failure ? `line ${failure.line}: ${failure.kind}` : failure.kind;
}
