import type { CurrentPreferences } from '../../protocol/preference-messages.ts';

export interface ReaderTrust {
  readonly canAdd: boolean;
  /** True: trust clears caution, but not danger. */
  readonly dangerStands: boolean;
}

/** One click must not undo a policy that lets nothing dangerous open. */
export function readerTrustOf({ administered, locked, onDanger }: CurrentPreferences): ReaderTrust {
  return {
    canAdd: !administered.locks.includes('trust'),
    dangerStands: onDanger === 'disable' && locked.includes('onDanger'),
  };
}
