import type { ContentHandlers, PageHandlers } from '../../platform/message-bus.ts';
import type {
  FramePreferenceRequest,
  FrameTexts,
  PagePreferenceRequest,
} from '../../protocol/preference-messages.ts';
import type { PreferenceStore } from './preference-store.ts';

export function framePreferenceHandlers({
  preferences,
  frameTexts,
}: {
  readonly preferences: PreferenceStore;
  readonly frameTexts: (known: string) => Promise<FrameTexts | null>;
}): Pick<ContentHandlers, FramePreferenceRequest['type']> {
  return {
    'get-preferences': () => preferences.get(),
    'get-texts': ({ known }) => frameTexts(known),
  };
}

export function pagePreferenceHandlers(
  preferences: PreferenceStore,
): Pick<PageHandlers, PagePreferenceRequest['type']> {
  return {
    'get-preferences': () => preferences.get(),
    'set-preferences': async ({ preferences: chosen }) => ({ outcome: await preferences.set(chosen) }),
  };
}
