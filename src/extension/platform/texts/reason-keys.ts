import {
  SEVERAL_SOURCES,
  type Reason,
  type TrustScope,
  type UncheckedBecause,
} from '../../../core/verdict/verdict.ts';
import type { FrameKey } from './texts.ts';

export function scopeKey(scope: TrustScope): FrameKey {
  return `scope_${scope}`;
}

/** `value` is the source group, if the text names it. */
export function reasonKey(reason: Reason): { readonly key: FrameKey; readonly value: string | null } {
  const key = keyOf(reason);
  const isNamed = reason.kind === 'listed' && key === `reason_${reason.category}`;
  return { key, value: isNamed ? reason.group : null };
}

function keyOf(reason: Reason): FrameKey {
  switch (reason.kind) {
    case 'listed':
      if (reason.isCarried) return 'reason_carried';
      return `reason_${reason.category}${reason.group === SEVERAL_SOURCES ? '_several' : ''}`;
    case 'blocked':
      return reason.by === 'reader' ? 'reason_blocked_by_you' : 'reason_blocked_by_administrator';
    case 'self-test':
      return 'reason_self_test';
    case 'evidence':
    case 'truncated':
      return `reason_${reason.kind}`;
  }
}

export function uncheckedKey(because: UncheckedBecause | 'pictures'): FrameKey {
  // Values have at most one hyphen, so `replace` changes all.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test asks for each; a table is bytes in every frame
  return `mark_unchecked_${because.replace('-', '_')}` as FrameKey;
}
