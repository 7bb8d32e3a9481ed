import type { Category } from '../../core/verdict/verdict.ts';
import type { FrameKey } from '../../platform/texts.ts';
import type { FirstAidAbout } from '../../protocol/first-aid-messages.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';

const ADVICE: Readonly<Record<Category, FrameKey>> = {
  phishing: 'guard_advice_phishing',
  malware: 'guard_advice_malware',
  scam: 'guard_advice_scam',
  spam: 'guard_advice_spam',
};

/** What a link is flagged for, by its worst listing. */
export function aboutOf({ verdict }: LinkVerdict): FirstAidAbout {
  const reasons = verdict.kind === 'flagged' ? verdict.reasons : [];
  const listed = reasons.find((reason) => reason.kind === 'listed');
  return listed === undefined ? 'other' : listed.category;
}

/** What not to do there. */
export function adviceKey(answer: LinkVerdict): FrameKey {
  const about = aboutOf(answer);
  return about === 'other' ? 'guard_advice' : ADVICE[about];
}
