import {
  SEVERAL_SOURCES,
  type Category,
  type EvidenceReason,
  type Level,
  type Reason,
  type TrustScope,
} from '../core/verdict/verdict.ts';
import { escapeOutsideText } from '../core/text/outside-text.ts';
import type { MessageKey } from '../platform/texts.ts';
import { outside } from './outside.ts';
import type { PageContext } from './page-context.ts';
import type { Sentence } from './status-sentences.ts';

const LISTED_BY_ONE: Readonly<Record<Category, MessageKey>> = {
  phishing: 'reason_phishing',
  malware: 'reason_malware',
  scam: 'reason_scam',
  spam: 'reason_spam',
};

const LISTED_BY_SEVERAL: Readonly<Record<Category, MessageKey>> = {
  phishing: 'reason_phishing_several',
  malware: 'reason_malware_several',
  scam: 'reason_scam_several',
  spam: 'reason_spam_several',
};

const CATEGORY_NAMES: Readonly<Record<Category, MessageKey>> = {
  phishing: 'category_phishing',
  malware: 'category_malware',
  scam: 'category_scam',
  spam: 'category_spam',
};

const SCOPE_NAMES: Readonly<Record<TrustScope, MessageKey>> = {
  link: 'scope_link',
  path: 'scope_path',
  host: 'scope_host',
  site: 'scope_site',
  sender: 'scope_sender',
};

export function categoryName(category: Category, { texts }: PageContext): string {
  return texts.text(CATEGORY_NAMES[category]);
}

export function levelName(level: Level, { texts }: PageContext): string {
  return texts.text(level === 'danger' ? 'level_danger' : 'level_caution');
}

export function scopeName(scope: TrustScope, { texts }: PageContext): string {
  return texts.text(SCOPE_NAMES[scope]);
}

/** What a piece of evidence says, with what it names. */
export function evidenceSentence({ id, values }: EvidenceReason, { texts }: PageContext): string {
  const key = `evidence_${id}`;
  // A reason of a newer table than the texts are is said in general.
  if (!texts.has(key)) return texts.text('reason_evidence');
  return texts.text(key, ...values.map((value) => escapeOutsideText(value)));
}

export interface ReasonSentences {
  /** Why, in one sentence. */
  readonly why: Sentence;
  /** What matched, and in which list. */
  readonly where: Sentence;
}

export function reasonSentences(reason: Reason, context: PageContext): ReasonSentences {
  const { texts, formats, now } = context;
  switch (reason.kind) {
    case 'listed': {
      const why =
        reason.group === SEVERAL_SOURCES
          ? [texts.text(LISTED_BY_SEVERAL[reason.category])]
          : texts.pieces<string | Node>(LISTED_BY_ONE[reason.category], outside(reason.group));
      const where = texts.pieces<string | Node>(
        'reason_where',
        outside(reason.expression),
        outside(reason.channelName),
        formats.listDate(reason.publishedAt, now),
      );
      return { why, where };
    }
    case 'self-test':
      return { why: [texts.text('reason_self_test')], where: [texts.text('reason_self_test_where')] };
    case 'evidence':
      return { why: [evidenceSentence(reason, context)], where: [] };
    case 'truncated':
      return { why: [texts.text('reason_truncated')], where: [] };
    case 'blocked': {
      const by = reason.by === 'reader' ? 'reason_blocked_by_you' : 'reason_blocked_by_administrator';
      return {
        why: [texts.text(by)],
        where: texts.pieces<string | Node>(
          'reason_blocked_where',
          scopeName(reason.scope, context),
          outside(reason.subject),
        ),
      };
    }
  }
}
