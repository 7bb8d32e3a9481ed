import type { Category, Level } from '../../../core/verdict/verdict.ts';
import type { FirstAidAbout } from '../../protocol/first-aid-messages.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { GuardView } from '../../protocol/question-messages.ts';
import type { FrameKey } from './texts.ts';

export function levelOf(view: GuardView): Level | 'unchecked' {
  return 'answer' in view && view.answer.verdict.kind === 'flagged' ? view.answer.verdict.level : 'unchecked';
}

export function titleKey(view: GuardView): FrameKey {
  switch (view.kind) {
    case 'checking':
      return 'guard_title_checking';
    case 'slow':
      return 'guard_title_unchecked';
    case 'ask':
    case 'refuse':
      if (levelOf(view) === 'caution') return 'guard_title_caution';
      if (levelOf(view) === 'unchecked') return 'guard_title_unchecked';
      return view.isForm ? 'guard_title_form' : 'guard_title_danger';
  }
}

/** Null without a continue button. */
export function goOnKey(view: GuardView): FrameKey | null {
  switch (view.kind) {
    case 'checking':
    case 'refuse':
      return null;
    case 'slow':
      return 'guard_open_unchecked';
    case 'ask':
      if (view.isForm) return 'guard_send';
      return view.answer.verdict.kind === 'unchecked' ? 'guard_open_unchecked' : 'guard_open';
  }
}

const ADVICE: Readonly<Record<Category, FrameKey>> = {
  phishing: 'guard_advice_phishing',
  malware: 'guard_advice_malware',
  scam: 'guard_advice_scam',
  spam: 'guard_advice_spam',
};

/** Reasons are sorted worst first: the first listing decides. */
export function aboutOf({ verdict }: LinkVerdict): FirstAidAbout {
  const reasons = verdict.kind === 'flagged' ? verdict.reasons : [];
  const listed = reasons.find((reason) => reason.kind === 'listed');
  return listed === undefined ? 'other' : listed.category;
}

export function adviceKey(answer: LinkVerdict): FrameKey {
  const about = aboutOf(answer);
  return about === 'other' ? 'guard_advice' : ADVICE[about];
}
