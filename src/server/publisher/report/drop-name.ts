import type { RefusalName } from '../../../core/feed/feed-line.ts';
import type { GuardName } from '../../../core/guard/guard-names.ts';

/** Why something of a feed is not in the snapshot: its line could not be read, or a guard dropped the entry. */
export type DropName =
  | RefusalName
  | GuardName
  /** The feed takes the entry back in another line (adblock: `badfilter`). */
  | 'taken-back';
