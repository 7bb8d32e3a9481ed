import type { PageHandlers } from '../../../platform/message-bus.ts';
import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import type { DeviceListRequest } from '../../../protocol/device-list-messages.ts';
import { assertFromOptions } from '../../realm/assert-from-options.ts';
import type { DeviceLists } from './device-lists.ts';

export function deviceListHandlers({
  deviceLists,
  statuses,
}: {
  readonly deviceLists: DeviceLists;
  readonly statuses: () => Promise<readonly ChannelStatus[]>;
}): Pick<PageHandlers, DeviceListRequest['type']> {
  return {
    'preview-list': async (request, caller) => {
      assertFromOptions(caller);
      return deviceLists.previewList(request);
    },
    'cancel-import': async (request, caller) => {
      assertFromOptions(caller);
      deviceLists.cancel(request);
      return null;
    },
    'add-list': async (request, caller) => {
      assertFromOptions(caller);
      return deviceLists.add(request);
    },
    'remove-list': async (request, caller) => {
      assertFromOptions(caller);
      return deviceLists.remove(request);
    },
    'get-lists': async (_request, caller) => {
      assertFromOptions(caller);
      const described = await deviceLists.describe(await statuses());
      return described.ok ? described.value : { refused: 'not-stored' };
    },
  };
}
