import type { Texts } from '../../platform/texts/texts.ts';
import type { FrameTexts } from '../../protocol/preference-messages.ts';

/**
 * @param known - language of the frame's texts, BCP 47
 * @returns null if it is the reader's
 */
export async function frameTexts(known: string, texts: () => Promise<Texts>): Promise<FrameTexts | null> {
  const wanted = await texts();
  return wanted.tag === known ? null : { language: wanted.tag, messages: wanted.forFrames() };
}
