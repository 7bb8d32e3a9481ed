/** Offsets are bytes of the mail. */
interface Field {
  readonly name: string;
  /** The value without folding. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A range of bytes to read as spaces. */
export type Blanked = readonly [start: number, end: number];

/**
 * Finds content types, transfer encodings and boundaries that are followed by a different one. Programs disagree
 * whether the first or last counts; blanking these ranges leaves the last.
 *
 * @param at - offset of the header in the mail
 */
export function earlierDuplicates(head: string, at: number): readonly Blanked[] {
  const found: Blanked[] = [];
  const last = new Map<string, Field>();
  for (const field of contentFields(head, at)) {
    const before = last.get(field.name);
    if (before !== undefined && bare(before.value) !== bare(field.value))
      found.push([before.start, before.end]);
    last.set(field.name, field);
    const first = field.name === 'type' ? firstOfTwoBoundaries(head, field, at) : null;
    if (first !== null) found.push(first);
  }
  return found;
}

function bare(value: string): string {
  return (value.split(';')[0] ?? '').trim().toLowerCase();
}

const CONTENT_FIELD = /^content-(type|transfer-encoding)[ \t]*:((?:[^\n]|\n[ \t])*)\n?/gim;

function* contentFields(head: string, at: number): Generator<Field> {
  for (const { index, 0: whole, 1: name = '', 2: value = '' } of head.matchAll(CONTENT_FIELD)) {
    const start = at + index;
    yield { name: name.toLowerCase(), value, start, end: start + whole.trimEnd().length };
  }
}

const BOUNDARY = /;\s*boundary\s*=\s*("[^"]*"|[^;\s]*)/gi;

function firstOfTwoBoundaries(head: string, { start, end }: Field, at: number): Blanked | null {
  const text = head.slice(start - at, end - at);
  const [first, second] = text.matchAll(BOUNDARY);
  if (first === undefined || second === undefined || first[1] === second[1]) return null;
  return [start + first.index, start + first.index + first[0].length];
}

const BOUNDARY_WORD = 'boundary';
export const MAX_BOUNDARIES = 100;
/** Compared characters of a boundary. RFC 2046, 5.1.1 allows 70. */
export const MAX_COMPARED = 200;
/** Limit for white space between `boundary` and `=`; good mail has none. */
const MAX_BETWEEN = 100;

/**
 * The header's boundaries, each up to its first space.
 *
 * @returns null if too many or written unusually (in pieces, with comments, escapes or non-ASCII letters): any line
 *   that begins with two hyphens may then begin a part
 */
export function boundaryStarts(head: string): readonly string[] | null {
  // Mail programs ignore comments in a parameter's name; the search below would not.
  for (const { name, value } of contentFields(head, 0))
    if (name === 'type' && value.includes('(')) return null;
  const small = head.toLowerCase();
  const starts: string[] = [];
  for (let at = small.indexOf(BOUNDARY_WORD); at !== -1; at = small.indexOf(BOUNDARY_WORD, at + 1)) {
    const behind = head.slice(at + BOUNDARY_WORD.length, at + BOUNDARY_WORD.length + MAX_BETWEEN);
    const equals = behind.indexOf('=');
    if (equals === -1 || behind.slice(0, equals).trim() !== '') return null;
    const from = at + BOUNDARY_WORD.length + equals + 1;
    const given = head.slice(from, from + MAX_COMPARED).trimStart();
    const start = /^"?([^\s";]*)/.exec(given)?.[1] ?? '';
    if (!/^[!-~]+$/.test(start) || /[(\\%]/.test(start)) return null;
    if (starts.length >= MAX_BOUNDARIES) return null;
    starts.push(start);
  }
  return starts;
}
