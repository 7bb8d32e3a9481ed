/**
 * The few shapes that requests are made of, and how each is read. What comes over the message channel is anybody's:
 * a reader takes own properties only, and throws `BadField` at the first that is not as it should be.
 */

import { isRecord } from '../../core/is-record.ts';

/** Characters of a note, a subject typed by hand or a pasted channel; longer ones are refused. */
export const MAX_TYPED_LENGTH = 4_000;

export type Fields = Readonly<Record<string, unknown>>;

/** What makes requests out of fields, by their type. */
export type Readers<R extends { readonly type: string }> = {
  readonly [Type in R['type']]: (from: Fields) => Extract<R, { type: Type }>;
};

/** Caught in `requests.ts` and by `orNull`, and nowhere else. */
export class BadField extends Error {
  /** A path as in `links[3].href`. */
  readonly field: string;

  constructor(parent: string, name: string) {
    super('bad field');
    this.field = parent === '' ? name : `${parent}.${name}`;
  }
}

/** For what is also read from a file or a record. @returns null if a field is not as it must be */
export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadField) return null;
    throw error;
  }
}

export function asRecord(value: unknown, field: string): Fields {
  if (!isRecord(value)) throw new BadField('', field);
  return value;
}

export function record(from: Fields, name: string): Fields {
  return asRecord(own(from, name), name);
}

/** Own properties only: `__proto__` and `constructor` of a message are not fields. */
export function own(from: Fields, name: string): unknown {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}

/** What `read` makes of a field, or null if it is null. */
export function nullOr<Value>(from: Fields, name: string, read: () => Value): Value | null {
  return own(from, name) === null ? null : read();
}

export function anyText(from: Fields, name: string, parent = ''): string {
  const value = own(from, name);
  if (typeof value !== 'string') throw new BadField(parent, name);
  return value;
}

export function text(from: Fields, name: string, maxLength: number, parent = ''): string {
  const value = anyText(from, name, parent);
  if (value.length > maxLength) throw new BadField(parent, name);
  return value;
}

export function cutText(from: Fields, name: string, maxLength: number, parent = ''): string {
  return anyText(from, name, parent).slice(0, maxLength);
}

/** An id, as an item of a list. */
export function shortText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.length > 100) throw new BadField('', field);
  return value;
}

/** A whole number from 0 to `max` (2⁵³ − 1 if it is not given): a count, a tab, seconds. */
export function count(
  from: Fields,
  name: string,
  parent = '',
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  const value = own(from, name);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > max)
    throw new BadField(parent, name);
  return value;
}

export function flag(from: Fields, name: string): boolean {
  const value = own(from, name);
  if (typeof value !== 'boolean') throw new BadField('', name);
  return value;
}

export function oneOf<Member extends string>(
  from: Fields,
  name: string,
  members: readonly Member[],
  parent = '',
): Member {
  return member(own(from, name), parent === '' ? name : `${parent}.${name}`, members);
}

export function member<Member extends string>(
  value: unknown,
  field: string,
  members: readonly Member[],
): Member {
  const found = members.find((each) => each === value);
  if (found === undefined) throw new BadField('', field);
  return found;
}

export function list<Item>(
  from: Fields,
  name: string,
  maxLength: number,
  read: (value: unknown, field: string) => Item,
): readonly Item[] {
  const value = own(from, name);
  if (!Array.isArray(value) || value.length > maxLength) throw new BadField('', name);
  return Array.from(value, (item: unknown, index) => read(item, `${name}[${index}]`));
}
