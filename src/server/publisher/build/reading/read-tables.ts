import type { BrandRow } from '../../../../core/evidence/evidence-tables.ts';
import { acceptedRows, type AddedTablesFailure } from '../../../../core/evidence/combine-tables.ts';
import { ok, type Result } from '../../../../core/result.ts';
import { pathOf, type PublisherFeedsFile } from '../../feeds/read-feeds-file.ts';
import { readOpaqueFile, refusedFile, type OpaqueFileFailure } from './read-opaque-file.ts';

export interface PublishedTables {
  readonly bytes: Uint8Array;
  readonly rows: readonly BrandRow[];
}

export async function readTables(
  feeds: PublisherFeedsFile,
): Promise<Result<PublishedTables | null, OpaqueFileFailure>> {
  if (feeds.evidenceTables === null) return ok(null);
  const path = pathOf(feeds.evidenceTables, feeds);
  const read = await readOpaqueFile(path, 'tables/1');
  if (!read.ok) return read;
  const bytes = read.value;
  const rows = acceptedRows({ bytes, isVouched: true });
  return rows.ok ? ok({ bytes, rows: rows.value }) : refusedFile(path, 'tables/1', whyNot(rows.failure));
}

function whyNot(failure: AddedTablesFailure): string {
  if (failure.kind === 'misjudges-sample')
    return `would change the verdict on a sample message, that of “${failure.sample}”`;
  return 'line' in failure ? `line ${failure.line}: ${failure.kind}` : failure.kind;
}
