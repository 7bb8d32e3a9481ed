/**
 * Reading of parsed JSON that nobody has checked yet. Every function gives null for what is not of its kind, so that
 * a parser is a list of fields and refusals. Fields are read as own properties only: `__proto__` and `constructor`
 * in the text are names like any other and reach nothing.
 */

export type JsonRecord = ReadonlyMap<string, unknown>;

/** An object's own fields; null for anything else. */
export function recordOf(value: unknown): JsonRecord | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

/** At most `most` items, each read by `read`; null if it is no array, too long, or one of them is refused. */
export function listOf<Item>(
  value: unknown,
  most: number,
  read: (item: unknown) => Item | null,
): readonly Item[] | null {
  if (!Array.isArray(value) || value.length > most) return null;
  const items: Item[] = [];
  for (const entry of value as readonly unknown[]) {
    const item = read(entry);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

/** An integer of a range, both ends included. */
export function integerOf(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    ? value
    : null;
}

/** Text of 1 to `most` UTF-16 units. */
export function textOf(value: unknown, most: number): string | null {
  return typeof value === 'string' && value.length >= 1 && value.length <= most ? value : null;
}

/** 64 lower-case hex digits. */
export function sha256Of(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : null;
}

/** One of a closed list of words. */
export function wordOf<Word extends string>(value: unknown, words: readonly Word[]): Word | null {
  return words.find((word) => word === value) ?? null;
}
