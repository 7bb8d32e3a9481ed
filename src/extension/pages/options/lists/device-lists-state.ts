import type { SectionName } from '../../../../core/snapshot/snapshot.ts';
import type { Category } from '../../../../core/verdict/verdict.ts';
import type { LoadFailure } from '../../background-answers.ts';
import type { DeviceList, ListRefusal } from '../../../protocol/device-list-messages.ts';

export interface DeviceListsReady {
  readonly kind: 'ready';
  readonly lists: readonly DeviceList[];
  readonly refused: ListRefusal | 'no-permission' | null;
  readonly said: string;
  readonly removed: RemovedList | null;
}

export interface DeviceListsUnready {
  readonly kind: 'loading' | LoadFailure;
}

export type DeviceListsState = DeviceListsUnready | DeviceListsReady;

export interface RemovedList {
  readonly id: string;
  /** Null for a file. */
  readonly url: string | null;
}

export interface TypedList {
  readonly url: string;
  readonly name: string;
  readonly category: Category;
  readonly licence: string;
}

export interface DeviceListsActions {
  /** Opens a permission prompt: call within the click. */
  readonly add: (typed: TypedList) => void;
  readonly update: (list: string) => void;
  readonly remove: (list: DeviceList) => void;
  /** Call within the click, like `add`. */
  readonly takeBack: (list: RemovedList) => void;
  readonly setSections: (list: string, off: readonly SectionName[]) => void;
}
