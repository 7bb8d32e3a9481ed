import type { DeviceList, ListCounts } from '../../../protocol/device-list-messages.ts';
import { el } from '../../element.ts';
import { outside, spoken } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { progress } from '../../progress.tsx';
import { failureSentences, listLine } from '../../status-sentences.ts';
import { isLocked } from '../../unless-locked.tsx';
import { categoryName } from '../../verdict-sentences.ts';
import { listSwitch } from './list-switch.tsx';
import { updateOne } from './update-one.ts';
import type { DeviceListsActions } from './device-lists-state.ts';

export function deviceListCard(
  list: DeviceList,
  actions: DeviceListsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const { status, category, licence, counts } = list;
  const failed = failureSentences(status, context);
  return (
    <article className="card channel" data-key={status.id} aria-labelledby={`list-${status.id}`}>
      <header className="card-head">
        <h3 id={`list-${status.id}`}>{outside(status.name)}</h3>
        <span className="chip">{categoryName(category, context)}</span>
      </header>
      <p className="list-line">{listLine(status, context)}</p>
      {status.activity.kind === 'updating' && progress(status.activity, context)}
      {failed !== null && (
        <div className="notice is-caution">
          <p className="notice-title">{texts.text('failure_title')}</p>
          <p>{failed.happened}</p>
          <p>{failed.means}</p>
          <p>{failed.todo}</p>
        </div>
      )}
      {status.url !== null && <p className="hint">{outside(status.url)}</p>}
      {listSwitch(status, 'lists', actions.setSections, context)}
      {counts !== null && countsLine(counts, context)}
      {licence !== '' && <p className="hint">{texts.pieces('source_licence', outside(licence))}</p>}
      <p className="actions">
        {updateOne(status, actions.update, context)}
        {!isLocked(['lists'], context) && (
          <button
            type="button"
            onclick={() => actions.remove(list)}
            aria-label={texts.text('rule_remove_named', spoken(status.name))}
          >
            {texts.text('remove')}
          </button>
        )}
      </p>
    </article>
  );
}

function countsLine(counts: ListCounts, { texts }: PageContext): HTMLElement {
  const parts = [texts.count('deviceLists_entries', counts.entries)];
  if (counts.dropped > 0) parts.push(texts.count('deviceLists_dropped', counts.dropped));
  if (counts.canaries > 0) parts.push(texts.count('deviceLists_canaries', counts.canaries));
  if (counts.refused > 0) parts.push(texts.count('deviceLists_refused', counts.refused));
  return <p>{parts.join(texts.gap)}</p>;
}
