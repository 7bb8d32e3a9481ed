import type { Child } from '../../element.ts';
import type { PageContext } from '../../page-context.ts';
import { unlessLocked } from '../../unless-locked.tsx';
import { deviceListCard } from './device-list-card.tsx';
import { deviceListForm } from './device-list-form.tsx';
import type { DeviceListsActions, DeviceListsState, RemovedList } from './device-lists-state.ts';
import { statusLine, type StatusUndo } from '../../status-line.tsx';
import { unready } from '../../unready.tsx';

/** Public lists, compiled on this device. */
export function deviceListsView(
  state: DeviceListsState,
  actions: DeviceListsActions,
  context: PageContext,
): Child {
  if (state.kind !== 'ready') return unready(state.kind, context);
  return [
    statusLine(state.said, undoOf(state.removed, actions), context),
    state.lists.map((list) => deviceListCard(list, actions, context)),
    unlessLocked(['lists'], deviceListForm(state, actions, context), context),
  ];
}

function undoOf(removed: RemovedList | null, { takeBack }: DeviceListsActions): StatusUndo | null {
  return removed === null ? null : { id: 'list-undo', run: () => takeBack(removed) };
}
