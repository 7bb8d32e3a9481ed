/** Control, format, separator, private, unassigned and surrogate characters, and whatever else is drawn as nothing. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A joiner or variation selector inside an emoji stays: it hides nothing. */
const PART_OF_PICTURE =
  /(?<=\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|\u{fe0f})(?:\u{200d}|\u{fe0f})(?=$|\P{Cf})/u;

/** Become plain spaces: wide ones push the rest of a name out of sight. */
const BLANKS = /\p{Zs}/gu;

/** After three combining marks in a row, further ones are dropped: they only cover other text. */
const STACKED_MARKS = /(\p{Mn}{3})[\p{Mn}\p{Me}]+/gu;

/**
 * Escapes invisible and reordering characters, as `\u{202e}`. Show the result with `dir="ltr"` and `unicode-bidi:
 * isolate`, or right-to-left letters reorder our words around it.
 */
export function escapeOutsideText(text: string): string {
  return text
    .replace(UNSEEN, (unseen, offset: number) =>
      isPartOfPicture(text, offset) ? unseen : `\\u{${(unseen.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replace(BLANKS, ' ')
    .replace(STACKED_MARKS, '$1');
}

function isPartOfPicture(text: string, offset: number): boolean {
  const unseen = text.codePointAt(offset);
  if (unseen !== 0x200d && unseen !== 0xfe0f) return false;
  return PART_OF_PICTURE.test(text.slice(Math.max(0, offset - 2), offset + 3));
}

/** @param length - in code points, ≥ 3 */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const head = Math.ceil((length - 1) * 0.6);
  const tail = length - 1 - head;
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`;
}
