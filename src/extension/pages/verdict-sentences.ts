import {
  type Category,
  type EvidenceReason,
  type Level,
  type Reason,
  type TrustScope,
} from '../../core/verdict/verdict.ts';
import { escapeOutsideText } from '../../core/text/outside-text.ts';
import { reasonKey, scopeKey } from '../platform/texts/reason-keys.ts';
import type { MessageKey } from '../platform/texts/texts.ts';
import { outside } from './outside.tsx';
import type { PageContext } from './page-context.ts';
import type { Sentence } from './status-sentences.ts';

const CATEGORY_NAMES: Readonly<Record<Category, MessageKey>> = {
  phishing: 'category_phishing',
  malware: 'category_malware',
  scam: 'category_scam',
  spam: 'category_spam',
};

export function categoryName(category: Category, { texts }: PageContext): string {
  return texts.text(CATEGORY_NAMES[category]);
}

export function levelName(level: Level, { texts }: PageContext): string {
  return texts.text(level === 'danger' ? 'level_danger' : 'level_caution');
}

export function scopeName(scope: TrustScope, { texts }: PageContext): string {
  return texts.text(scopeKey(scope));
}

export function evidenceSentence({ id, values }: EvidenceReason, { texts }: PageContext): string {
  const key = `evidence_${id}`;
  // Newer tables may hold reasons for which this version has no text.
  if (!texts.has(key)) return texts.text('reason_evidence');
  return texts.text(key, ...values.map((value) => escapeOutsideText(value)));
}

export interface ReasonSentences {
  readonly why: Sentence;
  /** More about the reason, such as the blocked subject; empty for listings. */
  readonly where: Sentence;
}

export function reasonSentences(reason: Reason, context: PageContext): ReasonSentences {
  const { texts } = context;
  const { key, value } = reasonKey(reason);
  const why = value === null ? [texts.text(key)] : texts.pieces(key, outside(value));
  switch (reason.kind) {
    // The link's card shows list and entry.
    case 'listed':
      return { why, where: [] };
    case 'self-test':
      return { why, where: [texts.text('reason_self_test_where')] };
    case 'evidence':
      return { why: [evidenceSentence(reason, context)], where: [] };
    case 'truncated':
      return { why, where: [] };
    case 'blocked': {
      const where = texts.pieces(
        'reason_blocked_where',
        scopeName(reason.scope, context),
        outside(reason.subject),
      );
      return { why, where };
    }
  }
}
