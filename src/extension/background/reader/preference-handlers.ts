import type { FrameHandlersOf, PageHandlersOf } from '../../platform/message-bus.ts';
import type { PREFERENCE_REQUESTS, FrameTexts } from '../../protocol/preference-messages.ts';
import type { PreferenceStore } from './preference-store.ts';

export function framePreferenceHandlers({
  preferences,
  frameTexts,
}: {
  readonly preferences: PreferenceStore;
  readonly frameTexts: (known: string) => Promise<FrameTexts | null>;
}): FrameHandlersOf<typeof PREFERENCE_REQUESTS> {
  return {
    'get-preferences': () => preferences.get(),
    'get-texts': ({ known }) => frameTexts(known),
  };
}

export function pagePreferenceHandlers(
  preferences: PreferenceStore,
): PageHandlersOf<typeof PREFERENCE_REQUESTS> {
  return {
    'get-preferences': () => preferences.get(),
    'set-preferences': async ({ preferences: chosen }) => ({ outcome: await preferences.set(chosen) }),
  };
}
