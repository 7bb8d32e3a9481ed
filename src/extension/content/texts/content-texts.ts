import type { FrameKey } from '../../platform/texts/texts.ts';
import type { FrameTexts } from '../../protocol/preference-messages.ts';

export interface ContentTexts {
  readonly text: (key: FrameKey, ...values: readonly string[]) => string;
  /** BCP 47 tag. */
  readonly language: string;
}

/** The browser's texts until the background sends the reader's choice. */
export class ChosenTexts implements ContentTexts {
  readonly #own: ContentTexts;
  #chosen: FrameTexts | null = null;

  constructor(own: ContentTexts) {
    this.#own = own;
  }

  choose(chosen: FrameTexts | null): boolean {
    const before = this.language;
    this.#chosen = chosen;
    return before !== this.language;
  }

  get language(): string {
    return this.#chosen?.language ?? this.#own.language;
  }

  readonly text = (key: FrameKey, ...values: readonly string[]): string => {
    const message = this.#chosen?.messages[key];
    if (message === undefined) return this.#own.text(key, ...values);
    return message.replaceAll(/\$([1-9$])/g, (_, slot: string) =>
      slot === '$' ? '$' : (values[Number(slot) - 1] ?? ''),
    );
  };
}

/** Placeholder: our texts contain no control characters. */
const SLOT = '\u0001';

/** Puts nodes in place of values. */
export function piecesOf(
  { text }: ContentTexts,
  key: FrameKey,
  ...values: readonly (Node | string)[]
): readonly (Node | string)[] {
  const slots = values.map((_, index) => `${SLOT}${index}${SLOT}`);
  return text(key, ...slots)
    .split(SLOT)
    .map((part, index) => (index % 2 === 0 ? part : (values[Number(part)] ?? '')));
}
