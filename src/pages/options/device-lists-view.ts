import type { Category } from '../../core/verdict/verdict.ts';
import type { DeviceList, ListImport, ListRefusal } from '../../protocol/device-list-messages.ts';
import { el } from '../element.ts';
import type { PageContext } from '../page-context.ts';
import { unanswered } from '../unanswered.ts';
import { deviceListCard } from './device-list-card.ts';
import { deviceListImport } from './device-list-import.ts';
import { deviceListForm } from './device-list-form.ts';

export type DeviceListsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unanswered' }
  | {
      readonly kind: 'ready';
      readonly lists: readonly DeviceList[];
      readonly importing: ListImport | null;
      readonly refused: ListRefusal | 'no-permission' | 'unreadable-here' | null;
      readonly said: string;
    };

export interface TypedList {
  readonly url: string;
  readonly name: string;
  readonly category: Category;
  readonly licence: string;
}

export interface DeviceListsActions {
  /** Within the reader's click, so that the browser may ask for the permission. */
  readonly read: (typed: TypedList) => void;
  readonly readFile: (file: File) => void;
  readonly add: (importId: string) => void;
  readonly cancel: (importing: ListImport) => void;
  readonly remove: (list: DeviceList) => void;
}

/** Lists that are read and compiled on this device: any public one, or a file. They only ever make caution. */
export function deviceListsView(
  state: DeviceListsState,
  actions: DeviceListsActions,
  context: PageContext,
): readonly Node[] {
  switch (state.kind) {
    case 'loading':
      return [el('p', { ariaBusy: 'true' }, context.texts.text('loading'))];
    case 'unanswered':
      return [unanswered(context)];
    case 'ready':
      return [
        el('p', { className: 'said', role: 'status' }, state.said),
        ...state.lists.map((list) => deviceListCard(list, actions, context)),
        state.importing === null
          ? deviceListForm(state, actions, context)
          : deviceListImport(state.importing, actions, context),
      ];
  }
}
