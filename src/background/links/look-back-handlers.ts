import type { ContentCaller, ContentHandlers, PageHandlers } from '../../platform/message-bus.ts';
import type { LookBack } from './look-back.ts';

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
): Pick<PageHandlers, 'get-look-back' | 'dismiss-look-back'> {
  return {
    'get-look-back': async () => ({ findings: await lookBack.unseen() }),
    'dismiss-look-back': async ({ ids }) => ({ outcome: await lookBack.dismiss(ids) }),
  };
}
