import type { EvidenceReason } from '../../../core/verdict/verdict.ts';
import type { SuspiciousMessage } from '../../protocol/tab-messages.ts';
import { el } from '../element.ts';
import { icon } from '../icon.ts';
import { outside } from '../outside.tsx';
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
  return (
    <div className="notice is-caution" data-key={`message-${index}`}>
      <p className="notice-title">
        {icon('caution')}
        <span>
          {sender === null
            ? texts.text('popup_suspicious_nobody')
            : texts.pieces('popup_suspicious', outside(sender))}
        </span>
      </p>
      {reasons.slice(0, SHOWN_REASONS).map(sentence)}
      {rest.length !== 0 && (
        <details className="more" data-key="reasons">
          <summary>{texts.count('popup_more_reasons', rest.length)}</summary>
          {rest.map(sentence)}
        </details>
      )}
    </div>
  );

  function sentence(reason: EvidenceReason): HTMLElement {
    return <p>{evidenceSentence(reason, context)}</p>;
  }
}
