import type { Result } from '../../../core/result.ts';
import type { Change } from '../../node/changes/change.ts';
import type { ChangeOutcome } from '../../node/changes/change-store.ts';
import type { NotTaken } from '../not-taken.ts';
import type { Report } from '../reports/report.ts';

export interface ChangeSink {
  /** Resolves once on disk and in force in every process. */
  submit(changes: readonly Change[]): Promise<Result<readonly ChangeOutcome[], NotTaken>>;
}

export interface ReportSink {
  keep(report: Report): Promise<Result<'kept' | 'already-voted', NotTaken>>;
  /** The last 30 days, as CSV. */
  feed(): Promise<Result<string, NotTaken>>;
}
