import type { FrameHandlersOf } from '../../platform/message-bus.ts';
import { addDetails } from '../../platform/site-access.ts';
import type { DETAILS_REQUESTS } from '../../protocol/details-messages.ts';

export function detailsHandlers(): FrameHandlersOf<typeof DETAILS_REQUESTS> {
  return {
    'load-details': async (_request, { tabId, frameId }) => ({ loaded: await addDetails(tabId, frameId) }),
  };
}
