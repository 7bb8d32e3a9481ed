import type { Category } from '../../core/verdict/verdict.ts';
import type { DeviceList, ListImport, ListRefusal } from '../../protocol/device-list-messages.ts';

export type DeviceListsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'no-answer' }
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
  readonly update: (list: string) => void;
  readonly remove: (list: DeviceList) => void;
}
