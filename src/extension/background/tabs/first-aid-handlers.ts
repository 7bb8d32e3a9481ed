import { openFirstAid } from '../../platform/installation.ts';
import type { ContentHandlers } from '../../platform/message-bus.ts';
import type { FirstAidRequest } from '../../protocol/first-aid-messages.ts';

export function firstAidHandlers(): Pick<ContentHandlers, FirstAidRequest['type']> {
  return {
    'open-first-aid': async ({ about }) => {
      await openFirstAid(about);
      return null;
    },
  };
}
