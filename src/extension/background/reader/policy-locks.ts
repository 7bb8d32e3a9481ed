import { isDeviceList } from '../../platform/channel-ids.ts';
import type { PageHandlers } from '../../platform/message-bus.ts';
import type { PolicyLock } from '../../protocol/policy-messages.ts';

const REFUSED = { refused: 'set-by-administrator' } as const;

/** Refuses requests that the administrator locked, even from pages that still show their controls. */
export function withPolicyLocks(
  handlers: PageHandlers,
  isLocked: (lock: PolicyLock) => Promise<boolean>,
): PageHandlers {
  const unless =
    <Asked extends readonly unknown[], Answer, Refusal>(
      locks: readonly PolicyLock[],
      handler: (...asked: Asked) => Promise<Answer>,
      refusal: Refusal,
    ) =>
    async (...asked: Asked): Promise<Answer | Refusal> =>
      (await Promise.all(locks.map(isLocked))).includes(true) ? refusal : handler(...asked);
  const gone = { outcome: 'gone' } as const;
  const notRemoved = { removed: false };
  const unlessOf =
    <Asked, Asking, Answer>(
      idOf: (request: Asked) => string,
      handler: (request: Asked, caller: Asking) => Promise<Answer>,
    ) =>
    (request: Asked, caller: Asking): Promise<Answer | typeof gone> =>
      unless([isDeviceList(idOf(request)) ? 'lists' : 'channels'], handler, gone)(request, caller);
  const pause = unless(['pause'], handlers['set-paused'], gone);
  return {
    ...handlers,
    // Resuming is never locked.
    'set-paused': (request, caller) => (request.isPaused ? pause : handlers['set-paused'])(request, caller),
    // A backup may contain trust rules.
    'preview-import': unless(['import', 'trust'], handlers['preview-import'], REFUSED),
    'import-private-data': unless(['import', 'trust'], handlers['import-private-data'], REFUSED),
    'preview-channel': unless(['channels'], handlers['preview-channel'], REFUSED),
    'add-channel': unless(['channels'], handlers['add-channel'], REFUSED),
    'remove-channel': unless(['channels'], handlers['remove-channel'], notRemoved),
    'set-sections': unlessOf(({ channel }) => channel, handlers['set-sections']),
    'take-back-list': unlessOf(({ list }) => list, handlers['take-back-list']),
    'add-list': unless(['lists'], handlers['add-list'], REFUSED),
    'remove-list': unless(['lists'], handlers['remove-list'], notRemoved),
    'add-presets': unless(['lists'], handlers['add-presets'], REFUSED),
    'remove-presets': unless(['lists'], handlers['remove-presets'], notRemoved),
  };
}
