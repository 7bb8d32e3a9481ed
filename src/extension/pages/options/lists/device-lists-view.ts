import type { PageContext } from '../../page-context.ts';
import { unlessLocked } from '../../unless-locked.ts';
import { deviceListCard } from './device-list-card.ts';
import { deviceListForm } from './device-list-form.ts';
import type { DeviceListsActions, DeviceListsState, RemovedList } from './device-lists-state.ts';
import { statusLine, type StatusUndo } from '../../status-line.ts';
import { unready } from '../../unready.ts';

/** Public lists, compiled on this device. */
export function deviceListsView(
  state: DeviceListsState,
  actions: DeviceListsActions,
  context: PageContext,
): readonly Node[] {
  if (state.kind !== 'ready') return unready(state.kind, context);
  return [
    statusLine(state.said, undoOf(state.removed, actions), context),
    ...state.lists.map((list) => deviceListCard(list, actions, context)),
    unlessLocked(['lists'], deviceListForm(state, actions, context), context),
  ];
}

function undoOf(removed: RemovedList | null, { takeBack }: DeviceListsActions): StatusUndo | null {
  return removed === null ? null : { id: 'list-undo', run: () => takeBack(removed) };
}
