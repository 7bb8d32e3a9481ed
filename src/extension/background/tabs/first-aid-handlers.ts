import { openFirstAid } from '../../platform/installation.ts';
import type { FrameHandlersOf } from '../../platform/message-bus.ts';
import type { FIRST_AID_REQUESTS } from '../../protocol/first-aid-messages.ts';

export function firstAidHandlers(): FrameHandlersOf<typeof FIRST_AID_REQUESTS> {
  return {
    'open-first-aid': async ({ about }) => {
      await openFirstAid(about);
      return null;
    },
  };
}
