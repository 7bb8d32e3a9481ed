/**
 * What may not stand in a text from outside when it is shown: control characters (Cc), invisible and direction
 * marks (Cf), line separators (Zl, Zp), private, unassigned and half characters (Co, Cn, Cs), and everything else
 * that Unicode says to draw as nothing.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A joiner or variation selector right after a pictograph is part of the picture, and hides nothing. */
const PART_OF_PICTURE =
  /(?<=\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|\u{fe0f})(?:\u{200d}|\u{fe0f})(?=$|\P{Cf})/u;

/** Spaces of every width, which could push the rest of a name out of sight, become one of the usual width. */
const BLANKS = /\p{Zs}/gu;

/** Marks that combine with the character before them; more than this many in a row only cover other text. */
const STACKED_MARKS = /(\p{Mn}{3})[\p{Mn}\p{Me}]+/gu;

/**
 * A text from outside (link, sender, subject, channel, source) with everything that is invisible, reorders or
 * overlaps written out, as in `\u{202e}`, so that what is read is what is there.
 *
 * Show it in an element with `dir="ltr"` and `unicode-bidi: isolate`: letters of a right-to-left script still have
 * their own direction, and must not reorder our words around them.
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

/**
 * The text, shortened in the middle where it is longer than `length` characters.
 *
 * @param length - in code points, ≥ 3
 */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const head = Math.ceil((length - 1) * 0.6);
  const tail = length - 1 - head;
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`;
}
