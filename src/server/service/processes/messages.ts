import type { Change } from '../../node/changes/change.ts';
import type { ChangeOutcome } from '../../node/changes/change-store.ts';
import type { Policy } from '../check/policy.ts';
import type { SubmitFailure } from '../submit-failure.ts';
import type { Report } from '../reports/report.ts';

// Messages between the primary and its workers, which run the same version.

export interface WorkerSettings {
  readonly version: string;
  readonly host: string;
  readonly policy: Policy;
  /** Content of the token file. */
  readonly tokens: unknown;
  readonly isOpen: boolean;
  readonly keepQuery: boolean;
  /** Folder; null: neither changes nor reports are stored. */
  readonly changes: string | null;
  /** URLs; null: look changes up in their table. */
  readonly engine: readonly string[] | null;
  readonly channels: number;
  /** Whether the list's verification table is in the engine. */
  readonly isListInEngine: boolean;
}

export type ToWorker =
  | { readonly kind: 'start'; readonly settings: WorkerSettings; readonly lists: readonly (string | null)[] }
  | { readonly kind: 'listen'; readonly port: number }
  | { readonly kind: 'list'; readonly folder: string; readonly channel: number }
  /** Whether updates fail to reach the engine. */
  | { readonly kind: 'engine'; readonly isStale: boolean }
  /** On disk and in the engine, if any. */
  | { readonly kind: 'taken'; readonly request: number; readonly outcomes: readonly ChangeOutcome[] }
  | { readonly kind: 'not-taken'; readonly request: number; readonly failure: SubmitFailure }
  | { readonly kind: 'report-kept'; readonly request: number; readonly outcome: 'kept' | 'already-voted' }
  | { readonly kind: 'feed'; readonly request: number; readonly text: string }
  | { readonly kind: 'measure'; readonly round: number }
  | { readonly kind: 'metrics'; readonly request: number; readonly text: string }
  /** Answer accepted requests, refuse new ones. */
  | { readonly kind: 'drain' }
  /** All workers have drained. */
  | { readonly kind: 'stop' };

export type ToPrimary =
  | { readonly kind: 'hello' }
  /** Ready for `listen`. */
  | { readonly kind: 'prepared' }
  | { readonly kind: 'listening'; readonly port: number }
  /** No other worker could listen either. */
  | { readonly kind: 'cannot-listen'; readonly message: string }
  | { readonly kind: 'drained' }
  | { readonly kind: 'append'; readonly request: number; readonly changes: readonly Change[] }
  | { readonly kind: 'report'; readonly request: number; readonly report: Report }
  | { readonly kind: 'feed'; readonly request: number }
  | { readonly kind: 'metrics'; readonly request: number }
  | { readonly kind: 'measured'; readonly round: number; readonly metrics: readonly object[] }
  /** Empty: lookups succeed again. */
  | { readonly kind: 'changes-trouble'; readonly message: string }
  | { readonly kind: 'fault'; readonly message: string };
