import type { ContentHandlers } from '../../platform/message-bus.ts';
import { addDetails } from '../../platform/site-access.ts';
import type { DetailsRequest } from '../../protocol/details-messages.ts';

export function detailsHandlers(): Pick<ContentHandlers, DetailsRequest['type']> {
  return {
    'load-details': async (_request, { tabId, frameId }) => ({ loaded: await addDetails(tabId, frameId) }),
  };
}
