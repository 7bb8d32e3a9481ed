import type { CurrentPreferences } from '../../protocol/preference-messages.ts';

/** What an administrator leaves of the reader's trust. */
export interface ReaderTrust {
  /** False: nothing is added to what is trusted already. */
  readonly canAdd: boolean;
  /** What the reader trusts, now or before, clears caution only. */
  readonly dangerStands: boolean;
}

/** Where an administrator lets nothing dangerous open, trust must not open it: one click would undo the policy. */
export function readerTrust({ administered, locked, onDanger }: CurrentPreferences): ReaderTrust {
  return {
    canAdd: !administered.locks.includes('trust'),
    dangerStands: onDanger === 'disable' && locked.includes('onDanger'),
  };
}
