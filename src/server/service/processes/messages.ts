import type { ChangeOutcome } from '../../node/changes/overlay.ts';
import type { LogPosition } from '../../node/changes/change-files.ts';
import type { Policy } from '../check/policy.ts';
import type { NotTaken } from '../not-taken.ts';
import type { Report } from '../reports/report.ts';

// What the processes of one service say to each other. Both ends are this program, in this version.

/** What a worker has to know to begin. */
export interface WorkerSettings {
  readonly version: string;
  readonly host: string;
  readonly policy: Policy;
  /** As the token file has them. */
  readonly tokens: unknown;
  readonly isOpen: boolean;
  readonly keepQuery: boolean;
  /** Folder of the change log; null: no changes and no reports are kept. */
  readonly changes: string | null;
  /** Where changes are looked up; null: in the process itself, which then reads the log. */
  readonly engine: readonly string[] | null;
}

export type ToWorker =
  | {
      readonly kind: 'start';
      readonly settings: WorkerSettings;
      readonly list: string | null;
      readonly end: LogPosition;
    }
  /** From now on acknowledgements wait for this worker too, so that it may answer requests once it has read so far. */
  | { readonly kind: 'listen'; readonly end: LogPosition; readonly port: number }
  | { readonly kind: 'list'; readonly folder: string }
  /** Whether the engine is brought on by what is taken in here. */
  | { readonly kind: 'engine'; readonly isStale: boolean }
  /** Everything before `end` is on disk; `begun` says where this worker's own appends begin. */
  | {
      readonly kind: 'synced';
      readonly end: LogPosition;
      readonly begun: readonly { readonly request: number; readonly at: LogPosition }[];
    }
  /** Every process goes by it. `outcomes`: what became of each change, where an engine has decided that. */
  | { readonly kind: 'settled'; readonly request: number; readonly outcomes?: readonly ChangeOutcome[] }
  | { readonly kind: 'not-taken'; readonly request: number; readonly failure: NotTaken }
  | { readonly kind: 'report-kept'; readonly request: number; readonly outcome: 'kept' | 'already-voted' }
  | { readonly kind: 'feed'; readonly request: number; readonly text: string }
  /** Give your own numbers. */
  | { readonly kind: 'measure'; readonly round: number }
  | { readonly kind: 'metrics'; readonly request: number; readonly text: string }
  /** Answer what you have accepted, and refuse what comes. */
  | { readonly kind: 'drain' }
  /** All have answered what they had accepted. */
  | { readonly kind: 'stop' };

export type ToPrimary =
  | { readonly kind: 'hello' }
  /** List and changes are read; it waits for `listen`. */
  | { readonly kind: 'prepared' }
  | { readonly kind: 'listening'; readonly port: number }
  /** It cannot listen, and no other worker could. */
  | { readonly kind: 'cannot-listen'; readonly message: string }
  | { readonly kind: 'drained' }
  | { readonly kind: 'applied'; readonly end: LogPosition }
  | { readonly kind: 'append'; readonly request: number; readonly lines: string }
  | { readonly kind: 'report'; readonly request: number; readonly report: Report }
  | { readonly kind: 'feed'; readonly request: number }
  | { readonly kind: 'metrics'; readonly request: number }
  | { readonly kind: 'measured'; readonly round: number; readonly metrics: readonly object[] }
  | { readonly kind: 'fault'; readonly message: string };
