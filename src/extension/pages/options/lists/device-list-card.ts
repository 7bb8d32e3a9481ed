import type { DeviceList, ListCounts } from '../../../protocol/device-list-messages.ts';
import { el, withAttributes } from '../../element.ts';
import { outside, spoken } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';
import { progress } from '../../progress.ts';
import { failureSentences, listLine } from '../../status-sentences.ts';
import { isLocked } from '../../unless-locked.ts';
import { categoryName } from '../../verdict-sentences.ts';
import { listSwitch } from './list-switch.ts';
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
  return withAttributes(
    el(
      'article',
      { className: 'card channel' },
      el(
        'header',
        { className: 'card-head' },
        el('h3', { id: `list-${status.id}` }, outside(status.name)),
        el('span', { className: 'chip' }, categoryName(category, context)),
      ),
      el('p', { className: 'list-line' }, listLine(status, context)),
      status.activity.kind === 'updating' ? progress(status.activity, context) : null,
      failed === null
        ? null
        : el(
            'div',
            { className: 'notice is-caution' },
            el('p', { className: 'notice-title' }, texts.text('failure_title')),
            el('p', {}, ...failed.happened),
            el('p', {}, ...failed.means),
            el('p', {}, ...failed.todo),
          ),
      status.url === null ? null : el('p', { className: 'hint' }, outside(status.url)),
      listSwitch(status, 'lists', actions.setSections, context),
      counts === null ? null : countsLine(counts, context),
      licence === ''
        ? null
        : el('p', { className: 'hint' }, ...texts.pieces<string | Node>('source_licence', outside(licence))),
      el(
        'p',
        { className: 'actions' },
        updateOne(status, actions.update, context),
        isLocked(['lists'], context)
          ? null
          : withAttributes(
              el('button', { type: 'button', onclick: () => actions.remove(list) }, texts.text('remove')),
              { 'aria-label': texts.text('rule_remove_named', spoken(status.name)) },
            ),
      ),
    ),
    { 'data-key': status.id, 'aria-labelledby': `list-${status.id}` },
  );
}

function countsLine(counts: ListCounts, { texts }: PageContext): HTMLElement {
  const parts = [texts.count('deviceLists_entries', counts.entries)];
  if (counts.dropped > 0) parts.push(texts.count('deviceLists_dropped', counts.dropped));
  if (counts.canaries > 0) parts.push(texts.count('deviceLists_canaries', counts.canaries));
  if (counts.refused > 0) parts.push(texts.count('deviceLists_refused', counts.refused));
  return el('p', {}, parts.join(texts.gap));
}
