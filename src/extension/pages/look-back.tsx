import type { Category } from '../../core/verdict/verdict.ts';
import type { MessageKey } from '../platform/texts/texts.ts';
import type { LookBackFinding } from '../protocol/look-back-messages.ts';
import { el, type Child } from './element.ts';
import { outside } from './outside.tsx';
import type { PageContext } from './page-context.ts';

const OPENED_LISTED: Readonly<Record<Category, MessageKey>> = {
  phishing: 'lookBack_phishing',
  malware: 'lookBack_malware',
  scam: 'lookBack_scam',
  spam: 'lookBack_spam',
};

/** Pages opened before a list named them; shown until dismissed, with advice. */
export function lookBack(
  findings: readonly LookBackFinding[],
  dismiss: (ids: readonly string[]) => void,
  { texts, formats }: PageContext,
): HTMLElement | null {
  if (findings.length === 0) return null;
  const sentences: Child[] = findings.map((finding) => (
    <li>
      {texts.text(
        OPENED_LISTED[finding.section.category],
        formats.weekday(finding.openedAt),
        texts.text('day_and_clock', formats.shortDay(finding.openedAt), formats.clock(finding.openedAt)),
      )}
      {texts.gap}
      <span className="hint">{texts.pieces('lookBack_list', outside(finding.channelName))}</span>
    </li>
  ));
  return (
    <div className="notice is-danger" id="look-back" role="alert">
      <p className="notice-title">{texts.count('lookBack_title', findings.length)}</p>
      <ul>{sentences}</ul>
      <p className="actions">
        <button type="button" onclick={() => dismiss(findings.map(({ id }) => id))}>
          {texts.text('lookBack_seen')}
        </button>
      </p>
    </div>
  );
}
