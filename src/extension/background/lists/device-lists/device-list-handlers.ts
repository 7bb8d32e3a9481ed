import type { PageHandlersOf } from '../../../platform/message-bus.ts';
import type { DEVICE_LIST_REQUESTS } from '../../../protocol/device-list-messages.ts';
import { assertFromOptions } from '../../realm/assert-from-options.ts';
import type { DeviceLists } from './device-lists.ts';

export function deviceListHandlers(deviceLists: DeviceLists): PageHandlersOf<typeof DEVICE_LIST_REQUESTS> {
  return {
    'add-list': async (request, caller) => {
      assertFromOptions(caller);
      return { refused: await deviceLists.add([request]) };
    },
    'remove-list': async (request, caller) => {
      assertFromOptions(caller);
      return deviceLists.remove(request);
    },
    'get-lists': async (_request, caller) => {
      assertFromOptions(caller);
      const described = await deviceLists.describe();
      return described.ok ? { lists: described.value } : { refused: 'not-stored' };
    },
  };
}
