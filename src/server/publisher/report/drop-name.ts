import type { RefusalName } from '../../../core/feed/feed-line.ts';
import type { GuardName } from '../../../core/guard/guard-names.ts';

export type DropName =
  | RefusalName
  | GuardName
  /** Another line of the feed withdraws it (adblock: `badfilter`). */
  | 'taken-back';
