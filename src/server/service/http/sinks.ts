import type { Result } from '../../../core/result.ts';
import type { Change } from '../../node/changes/change.ts';
import type { ChangeOutcome } from '../../node/changes/change-store.ts';
import type { NotTaken } from '../not-taken.ts';
import type { Report } from '../reports/report.ts';

/** Where changes go. */
export interface ChangeSink {
  /** Resolves when they are on disk and every process that answers requests goes by them. */
  submit(changes: readonly Change[]): Promise<Result<readonly ChangeOutcome[], NotTaken>>;
}

/** Where reports go. */
export interface ReportSink {
  keep(report: Report): Promise<Result<'kept' | 'already-voted', NotTaken>>;
  /** All of the last 30 days, as CSV. */
  feed(): Promise<Result<string, NotTaken>>;
}
