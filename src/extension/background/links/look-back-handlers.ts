import type { ContentCaller, FrameHandlersOf, PageHandlersOf } from '../../platform/message-bus.ts';
import type { LOOK_BACK_REQUESTS } from '../../protocol/look-back-messages.ts';
import type { LookBack } from './look-back.ts';
import type { SeenListings } from './seen-listings.ts';

interface LookBackHandlerOptions {
  readonly lookBack: LookBack;
  readonly isPaused: (caller: ContentCaller) => Promise<boolean>;
}

export function frameLookBackHandlers({
  lookBack,
  isPaused,
}: LookBackHandlerOptions): FrameHandlersOf<typeof LOOK_BACK_REQUESTS> {
  return {
    'link-opened': async (request, caller) => {
      if (!(await isPaused(caller))) await lookBack.remember(request, caller);
      return null;
    },
  };
}

export function pageLookBackHandlers(
  lookBack: LookBack,
  seen: SeenListings,
): PageHandlersOf<typeof LOOK_BACK_REQUESTS> {
  return {
    'get-look-back': async () => {
      const [findings, mistakes] = await Promise.all([lookBack.unseen(), seen.mistakes()]);
      return { findings, mistakes };
    },
    'dismiss-mistakes': async ({ ids }) => ({ outcome: await seen.dismiss(ids) }),
    'dismiss-look-back': async ({ ids }) => ({ outcome: await lookBack.dismiss(ids) }),
  };
}
