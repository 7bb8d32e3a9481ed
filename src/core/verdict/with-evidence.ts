import type { MessageVerdict, Verdict } from './verdict.ts';

/** Evidence only adds: reasons to a flagged link, caution to others. Allowed links stay allowed. */
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
