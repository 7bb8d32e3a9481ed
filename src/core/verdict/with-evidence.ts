import type { MessageVerdict, Verdict } from './verdict.ts';

/**
 * A link's verdict with what its message's evidence adds: reasons to one that is listed, a caution to one that a reason
 * points at. Nothing is taken away by it, and what somebody allowed stays allowed.
 */
export function withEvidence(verdict: Verdict, { asks, reasons }: MessageVerdict): Verdict {
  switch (verdict.kind) {
    case 'allowed':
      return verdict;
    case 'flagged':
      return { ...verdict, asks: verdict.asks || asks, reasons: [...verdict.reasons, ...reasons] };
    case 'clear':
      return { kind: 'flagged', level: 'caution', asks, reasons };
    case 'unchecked':
      return { kind: 'flagged', level: 'caution', asks: verdict.asks || asks, reasons };
  }
}
