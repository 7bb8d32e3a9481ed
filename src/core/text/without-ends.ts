/** Takes linear time. `replace(/[…]+$/, '')` is quadratic for runs in the middle. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

export function withoutStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return text.slice(start);
}

export function withoutEnds(text: string, characters: string): string {
  return withoutEnd(withoutStart(text, characters), characters);
}
