import type { ContentCaller, ContentHandlers, PageHandlers } from '../../platform/message-bus.ts';
import type { PageLookBackRequest } from '../../protocol/look-back-messages.ts';
import type { LookBack } from './look-back.ts';
import type { SeenListings } from './seen-listings.ts';

interface LookBackHandlerOptions {
  readonly lookBack: LookBack;
  readonly isPaused: (caller: ContentCaller) => Promise<boolean>;
}

export function frameLookBackHandlers({
  lookBack,
  isPaused,
}: LookBackHandlerOptions): Pick<ContentHandlers, 'link-opened'> {
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
): Pick<PageHandlers, PageLookBackRequest['type']> {
  return {
    'get-look-back': async () => {
      const [findings, mistakes] = await Promise.all([lookBack.unseen(), seen.mistakes()]);
      return { findings, mistakes };
    },
    'dismiss-mistakes': async ({ ids }) => ({ outcome: await seen.dismiss(ids) }),
    'dismiss-look-back': async ({ ids }) => ({ outcome: await lookBack.dismiss(ids) }),
  };
}
