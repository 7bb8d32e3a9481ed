import {
  SEVERAL_SOURCES,
  type Reason,
  type TrustScope,
  type UncheckedBecause,
} from '../core/verdict/verdict.ts';
import type { FrameKey } from './texts.ts';

/** What a rule of this scope covers. */
export function scopeKey(scope: TrustScope): FrameKey {
  return `scope_${scope}`;
}

/** Which text says why, and the name in it. */
export function reasonKey(reason: Reason): { readonly key: FrameKey; readonly value: string | null } {
  switch (reason.kind) {
    case 'listed':
      return reason.group === SEVERAL_SOURCES
        ? { key: `reason_${reason.category}_several`, value: null }
        : { key: `reason_${reason.category}`, value: reason.group };
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
  // None has more than one hyphen.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test asks for each; a table is bytes in every frame
  return `mark_unchecked_${because.replace('-', '_')}` as FrameKey;
}
