import type { Change } from '../../node/changes/change.ts';
import type { ChangeOutcome } from '../../node/changes/change-store.ts';
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
  /** Folder of the changes; null: no changes and no reports are kept. */
  readonly changes: string | null;
  /** Where changes are looked up; null: in their table. */
  readonly engine: readonly string[] | null;
  /** Whether layer 2 of the list is looked up there too. */
  readonly isListInEngine: boolean;
}

export type ToWorker =
  | { readonly kind: 'start'; readonly settings: WorkerSettings; readonly list: string | null }
  | { readonly kind: 'listen'; readonly port: number }
  | { readonly kind: 'list'; readonly folder: string }
  /** Whether the engine is brought on by what is taken in here. */
  | { readonly kind: 'engine'; readonly isStale: boolean }
  /** On disk, and in the engine if there is one. */
  | { readonly kind: 'taken'; readonly request: number; readonly outcomes: readonly ChangeOutcome[] }
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
  /** The list is read; it waits for `listen`. */
  | { readonly kind: 'prepared' }
  | { readonly kind: 'listening'; readonly port: number }
  /** It cannot listen, and no other worker could. */
  | { readonly kind: 'cannot-listen'; readonly message: string }
  | { readonly kind: 'drained' }
  | { readonly kind: 'append'; readonly request: number; readonly changes: readonly Change[] }
  | { readonly kind: 'report'; readonly request: number; readonly report: Report }
  | { readonly kind: 'feed'; readonly request: number }
  | { readonly kind: 'metrics'; readonly request: number }
  | { readonly kind: 'measured'; readonly round: number; readonly metrics: readonly object[] }
  /** Why changes cannot be looked up; empty: they can, again. */
  | { readonly kind: 'changes-trouble'; readonly message: string }
  | { readonly kind: 'fault'; readonly message: string };
