import type { CurrentPreferences } from '../../protocol/preference-messages.ts';

/** How far the policy lets the reader trust. */
export interface ReaderTrust {
  /** False: no trust may be added. */
  readonly canAdd: boolean;
  /** True: the reader's trust clears caution only. */
  readonly dangerStands: boolean;
}

/** If the policy lets nothing dangerous open, trust must not either: one click would undo the policy. */
export function readerTrust({ administered, locked, onDanger }: CurrentPreferences): ReaderTrust {
  return {
    canAdd: !administered.locks.includes('trust'),
    dangerStands: onDanger === 'disable' && locked.includes('onDanger'),
  };
}
