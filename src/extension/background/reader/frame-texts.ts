import type { Texts } from '../../platform/texts/texts.ts';
import type { FrameTexts } from '../../protocol/preference-messages.ts';

/**
 * What a frame cannot know by itself: texts in a language other than the browser's.
 *
 * @param known - BCP 47: the language of the texts that the frame has
 * @param texts - the reader's
 * @returns null if those are the ones that it has
 */
export async function frameTexts(known: string, texts: () => Promise<Texts>): Promise<FrameTexts | null> {
  const wanted = await texts();
  return wanted.tag === known ? null : { language: wanted.tag, messages: wanted.forFrames() };
}
