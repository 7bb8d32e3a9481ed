import { escapeOutsideText, shortened } from '../../../core/text/outside-text.ts';
import type { EvidenceReason } from '../../../core/verdict/verdict.ts';
import { goOnKey } from '../../platform/texts/question-keys.ts';
import { reasonKey, uncheckedKey } from '../../platform/texts/reason-keys.ts';
import type { FrameKey } from '../../platform/texts/texts.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { GuardView } from '../../protocol/question-messages.ts';
import type { ContentTexts } from './content-texts.ts';

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

/** Falls back to a general text for reasons newer than the texts. */
export function evidenceSentence({ id, values }: EvidenceReason, { text }: ContentTexts): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key that is not there gives no text
  const sentence = text(`evidence_${id}` as FrameKey, ...values.map((value) => escapeOutsideText(value)));
  return sentence === '' ? text('reason_evidence') : sentence;
}

/** Plain-text question, which says what "yes" does. */
export function questionSentence(view: GuardView, texts: ContentTexts): string {
  const what = 'answer' in view ? verdictSentence(view.answer, texts, false) : texts.text('guard_slow');
  const goOn = texts.text(goOnKey(view) ?? 'guard_back');
  return `${what}\n\n${escapeOutsideText(shortened(view.href, 200))}\n\n${goOn}?`;
}
