import messages from '../../../../public/_locales/en/messages.json' with { type: 'json' };
import { sentenceKeyOf } from '../../../core/evidence/evidence-row.ts';

const TEXTS = new Map(Object.entries(messages).map(([key, { message }]) => [key, message]));

/**
 * The English sentence that readers see.
 *
 * @param values - in the order of placeholders
 */
export function evidenceSentence(id: string, values: readonly string[]): string {
  const sentence = TEXTS.get(sentenceKeyOf(id)) ?? id;
  return sentence.replaceAll(/\$([1-9])/g, (_, place: string) => values[Number(place) - 1] ?? '');
}
