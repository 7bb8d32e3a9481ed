import type { Texts } from '../../platform/texts/texts.ts';
import type { FrameTexts } from '../../protocol/preference-messages.ts';

/**
 * @param known - BCP 47, of the frame's texts
 * @returns null if these are the reader's
 */
export async function frameTexts(known: string, texts: () => Promise<Texts>): Promise<FrameTexts | null> {
  const wanted = await texts();
  return wanted.tag === known ? null : { language: wanted.tag, messages: wanted.forFrames() };
}
