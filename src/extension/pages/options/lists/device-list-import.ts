import { failureHappened } from '../../status-sentences.ts';
import type { ListImport } from '../../../protocol/device-list-messages.ts';
import { el, withAttributes, type Child } from '../../element.ts';
import { outside } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';
import { progress } from '../../progress.ts';
import type { DeviceListsActions } from './device-lists-state.ts';
import { countsLine } from './device-list-card.ts';

export function deviceListImport(
  importing: ListImport,
  actions: DeviceListsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const { state } = importing;
  return withAttributes(
    el(
      'section',
      { className: 'card form' },
      el('h3', { id: 'import-title', tabIndex: -1 }, outside(importing.name)),
      ...importParts(),
      el(
        'p',
        { className: 'actions' },
        state.kind === 'ready'
          ? el(
              'button',
              {
                type: 'button',
                id: 'import-add',
                className: 'primary',
                onclick: () => actions.add(importing.import),
              },
              texts.text('deviceLists_add'),
            )
          : null,
        el(
          'button',
          { type: 'button', id: 'import-cancel', onclick: () => actions.cancel(importing) },
          texts.text(state.kind === 'failed' ? 'close' : 'cancel'),
        ),
      ),
    ),
    { 'data-key': 'import', 'aria-labelledby': 'import-title' },
  );

  function importParts(): readonly Child[] {
    switch (state.kind) {
      case 'reading':
      case 'building':
        return [
          progress(
            state.kind === 'building'
              ? { kind: 'updating', step: 'build', receivedBytes: 0, totalBytes: 0 }
              : { ...state, kind: 'updating', step: 'download' },
            context,
          ),
          el('p', { className: 'hint' }, texts.count('deviceLists_so_far', state.entries)),
        ];
      case 'ready':
        return [
          countsLine({ ...state.counts, canaries: 0 }, context),
          el(
            'p',
            {},
            state.counts.canaries === 0
              ? texts.text('deviceLists_asked_none', state.canariesAsked)
              : texts.count('deviceLists_asked', state.counts.canaries, state.canariesAsked),
            texts.gap,
            state.openLinks === 0
              ? texts.text('deviceLists_no_mail')
              : texts.count('deviceLists_open_mail', state.openFlagged, state.openLinks),
          ),
          el('p', { className: 'hint' }, texts.text('deviceLists_caution')),
        ];
      case 'failed':
        return [
          el(
            'p',
            { className: 'refused', role: 'alert' },
            ...failureHappened(state.failure.kind, sourceOf(importing), state.failure.detail, context),
            texts.gap,
            texts.text('deviceLists_nothing_added'),
          ),
        ];
    }
  }
}

function sourceOf({ url, name }: ListImport): string {
  return url !== null && URL.canParse(url) ? new URL(url).host : name;
}
