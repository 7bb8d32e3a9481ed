import type { MessageKey } from '../platform/texts.ts';

/** The texts of the page, as they are injected: the browser's, or a test's. */
export interface ContentTexts {
  readonly text: (key: MessageKey, ...values: readonly string[]) => string;
  /** BCP 47. */
  readonly language: string;
}

/** Stands for a value while a text is put together; texts of ours have no control characters. */
const SLOT = '\u0001';

/** The text with elements in the places of its values. */
export function piecesOf(
  { text }: ContentTexts,
  key: MessageKey,
  ...values: readonly (Node | string)[]
): readonly (Node | string)[] {
  const slots = values.map((_, index) => `${SLOT}${index}${SLOT}`);
  return text(key, ...slots)
    .split(SLOT)
    .map((part, index) => (index % 2 === 0 ? part : (values[Number(part)] ?? '')));
}
