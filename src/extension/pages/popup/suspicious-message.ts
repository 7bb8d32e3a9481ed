import type { EvidenceReason } from '../../../core/verdict/verdict.ts';
import type { SuspiciousMessage } from '../../protocol/tab-messages.ts';
import { el, withAttributes } from '../element.ts';
import { icon } from '../icon.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { evidenceSentence } from '../verdict-sentences.ts';

/** As many as the mark at the message shows. */
const SHOWN_REASONS = 2;

/** Sender and reasons; advice is at the message. */
export function suspiciousMessage(
  { sender, reasons }: SuspiciousMessage,
  index: number,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const rest = reasons.slice(SHOWN_REASONS);
  return withAttributes(
    el(
      'div',
      { className: 'notice is-caution' },
      el(
        'p',
        { className: 'notice-title' },
        icon('caution'),
        el(
          'span',
          {},
          ...(sender === null
            ? [texts.text('popup_suspicious_nobody')]
            : texts.pieces<string | Node>('popup_suspicious', outside(sender))),
        ),
      ),
      ...reasons.slice(0, SHOWN_REASONS).map(sentence),
      rest.length === 0
        ? null
        : withAttributes(
            el(
              'details',
              { className: 'more' },
              el('summary', {}, texts.count('popup_more_reasons', rest.length)),
              ...rest.map(sentence),
            ),
            { 'data-key': 'reasons' },
          ),
    ),
    { 'data-key': `message-${index}` },
  );

  function sentence(reason: EvidenceReason): HTMLElement {
    return el('p', {}, evidenceSentence(reason, context));
  }
}
