import { SEVERAL_SOURCES, type Category } from '../../../core/verdict/verdict.ts';
import type { MessageKey } from '../../platform/texts/texts.ts';
import type { MistakenWarning } from '../../protocol/look-back-messages.ts';
import { el } from '../element.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';

const MISTAKEN: Readonly<Record<Category, MessageKey>> = {
  phishing: 'mistake_phishing',
  malware: 'mistake_malware',
  scam: 'mistake_scam',
  spam: 'mistake_spam',
};

/** Past warnings that their publisher withdrew; shown until dismissed. */
export function mistakes(
  warnings: readonly MistakenWarning[],
  dismiss: (ids: readonly string[]) => void,
  { texts, formats }: PageContext,
): HTMLElement | null {
  if (warnings.length === 0) return null;
  const sentences = warnings.map(({ day, category, group, channelName }) => {
    // Noon is within that day in any time zone.
    const noon = Date.parse(`${day}T12:00`) / 1000;
    return (
      <li>
        {texts.pieces(
          MISTAKEN[category],
          formats.weekday(noon),
          formats.shortDay(noon),
          outside(group === SEVERAL_SOURCES ? channelName : group),
        )}
      </li>
    );
  });
  return (
    <div className="notice" id="mistakes" role="status">
      <ul>{sentences}</ul>
      <p className="hint">{texts.text('mistake_unnamed')}</p>
      <p className="actions">
        <button type="button" onclick={() => dismiss(warnings.map(({ id }) => id))}>
          {texts.text('lookBack_seen')}
        </button>
      </p>
    </div>
  );
}
