import { escapeOutsideText, shortened } from '../core/text/outside-text.ts';
import {
  SEVERAL_SOURCES,
  type Category,
  type EvidenceReason,
  type Reason,
  type UncheckedBecause,
} from '../core/verdict/verdict.ts';
import type { FrameKey } from '../platform/texts.ts';
import type { LinkVerdict } from '../protocol/link-messages.ts';
import type { GuardView } from '../protocol/question-messages.ts';
import type { ContentTexts } from './content-texts.ts';

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

export function uncheckedKey(because: UncheckedBecause): FrameKey {
  return UNCHECKED[because];
}

/** A verdict in one sentence, as text; empty where there is nothing to say. */
export function verdictSentence({ verdict }: LinkVerdict, texts: ContentTexts, isSender: boolean): string {
  const { text } = texts;
  switch (verdict.kind) {
    case 'flagged': {
      if (isSender) return text(verdict.level === 'danger' ? 'mark_sender_danger' : 'mark_sender_caution');
      const [worst] = verdict.reasons;
      if (worst === undefined) return text(verdict.level === 'danger' ? 'mark_danger' : 'mark_caution');
      const { key, value } = reasonKey(worst);
      const why =
        worst.kind === 'evidence'
          ? evidenceSentence(worst, texts)
          : value === null
            ? text(key)
            : text(key, escapeOutsideText(value));
      return text(verdict.level === 'danger' ? 'mark_danger_because' : 'mark_caution_because', why);
    }
    case 'unchecked':
      return text('mark_unchecked_because', text(uncheckedKey(verdict.because)));
    case 'clear':
    case 'allowed':
      return '';
  }
}

/** What a piece of evidence says, with what it names. A reason of a newer table than the texts are is said in general. */
export function evidenceSentence({ id, values }: EvidenceReason, { text }: ContentTexts): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key that is not there gives no text
  const sentence = text(`evidence_${id}` as FrameKey, ...values.map((value) => escapeOutsideText(value)));
  return sentence === '' ? text('reason_evidence') : sentence;
}

/** A question in words alone, for a frame that cannot have more: what it is about, and what "yes" means. */
export function questionSentence(view: GuardView, texts: ContentTexts): string {
  const what = 'answer' in view ? verdictSentence(view.answer, texts, false) : texts.text('guard_slow');
  const goOn = texts.text(goOnKey(view) ?? 'guard_back');
  return `${what}\n\n${escapeOutsideText(shortened(view.href, 200))}\n\n${goOn}?`;
}

/** What the button says that goes on; null if there is none. */
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
