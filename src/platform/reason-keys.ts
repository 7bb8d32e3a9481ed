import {
  SEVERAL_SOURCES,
  type Category,
  type Reason,
  type TrustScope,
  type UncheckedBecause,
} from '../core/verdict/verdict.ts';
import type { FrameKey } from './texts.ts';

const LISTED_BY_ONE: Readonly<Record<Category, FrameKey>> = {
  phishing: 'reason_phishing',
  malware: 'reason_malware',
  scam: 'reason_scam',
  spam: 'reason_spam',
};

const LISTED_BY_SEVERAL: Readonly<Record<Category, FrameKey>> = {
  phishing: 'reason_phishing_several',
  malware: 'reason_malware_several',
  scam: 'reason_scam_several',
  spam: 'reason_spam_several',
};

const UNCHECKED: Readonly<Record<UncheckedBecause, FrameKey>> = {
  'no-snapshot': 'mark_unchecked_no_snapshot',
  'no-channel': 'mark_unchecked_no_channel',
  expired: 'mark_unchecked_expired',
  unreadable: 'mark_unchecked_unreadable',
  truncated: 'mark_unchecked_truncated',
  'storage-failed': 'mark_unchecked_storage_failed',
  overloaded: 'mark_unchecked_overloaded',
  paused: 'mark_unchecked_paused',
};

export const SCOPE_KEYS: Readonly<Record<TrustScope, FrameKey>> = {
  link: 'scope_link',
  path: 'scope_path',
  host: 'scope_host',
  site: 'scope_site',
  sender: 'scope_sender',
};

/** Which text says why, and the name in it. */
export function reasonKey(reason: Reason): { readonly key: FrameKey; readonly value: string | null } {
  switch (reason.kind) {
    case 'listed':
      return reason.group === SEVERAL_SOURCES
        ? { key: LISTED_BY_SEVERAL[reason.category], value: null }
        : { key: LISTED_BY_ONE[reason.category], value: reason.group };
    case 'blocked':
      return {
        key: reason.by === 'reader' ? 'reason_blocked_by_you' : 'reason_blocked_by_administrator',
        value: null,
      };
    case 'self-test':
      return { key: 'reason_self_test', value: null };
    case 'evidence':
      return { key: 'reason_evidence', value: null };
    case 'truncated':
      return { key: 'reason_truncated', value: null };
  }
}

/** Why nothing is known of a link. */
export function uncheckedKey(because: UncheckedBecause): FrameKey {
  return UNCHECKED[because];
}
