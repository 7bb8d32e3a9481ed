import { el } from '../element.ts';
import type { PageContext } from '../page-context.ts';
import { noAnswer } from '../no-answer.ts';
import { unlessLocked } from '../unless-locked.ts';
import { deviceListCard } from './device-list-card.ts';
import { deviceListImport } from './device-list-import.ts';
import { deviceListForm } from './device-list-form.ts';
import type { DeviceListsActions, DeviceListsState } from './device-lists-state.ts';

/** Lists that are read and compiled on this device: any public one, or a file. They only ever make caution. */
export function deviceListsView(
  state: DeviceListsState,
  actions: DeviceListsActions,
  context: PageContext,
): readonly Node[] {
  switch (state.kind) {
    case 'loading':
      return [el('p', { ariaBusy: 'true' }, context.texts.text('loading'))];
    case 'no-answer':
      return [noAnswer(context)];
    case 'ready':
      return [
        el('p', { className: 'said', role: 'status' }, state.said),
        ...state.lists.map((list) => deviceListCard(list, actions, context)),
        state.importing === null
          ? unlessLocked(['lists'], deviceListForm(state, actions, context), context)
          : deviceListImport(state.importing, actions, context),
      ];
  }
}
