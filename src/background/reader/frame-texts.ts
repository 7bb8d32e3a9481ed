import { browser } from '../../platform/browser.ts';
import type { Texts } from '../../platform/texts.ts';
import type { FrameTexts } from '../../protocol/preference-messages.ts';
import type { PreferenceStore } from './preference-store.ts';

/** What frames cannot know by themselves: texts in a language other than the browser's. */
export async function frameTexts(
  preferences: PreferenceStore,
  texts: () => Promise<Texts>,
): Promise<FrameTexts | null> {
  const { language } = await preferences.get();
  if (language === null) return null;
  const chosen = await texts();
  const isBrowsers = chosen.tag === browser.i18n.getMessage('language_tag');
  return isBrowsers ? null : { language: chosen.tag, messages: chosen.forFrames() };
}
