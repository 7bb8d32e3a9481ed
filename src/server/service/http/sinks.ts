import type { Result } from '../../../core/result.ts';
import type { Change } from '../../node/changes/change.ts';
import type { ChangeOutcome } from '../../node/changes/change-store.ts';
import type { SubmitFailure } from '../submit-failure.ts';
import type { Report } from '../reports/report.ts';

export interface ChangeSink {
  /** Resolves once changes are on disk and in force in every process. */
  submit(changes: readonly Change[]): Promise<Result<readonly ChangeOutcome[], SubmitFailure>>;
}

export interface ReportSink {
  keep(report: Report): Promise<Result<'kept' | 'already-voted', SubmitFailure>>;
  /** The last 30 days, as CSV. */
  feed(): Promise<Result<string, SubmitFailure>>;
}
