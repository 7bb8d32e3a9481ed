/**
 * Readers for messages, records and files from outside. They throw `BadField` at the first bad field; for hand-written
 * files, `field-problems.ts` collects every problem.
 */

import { fail, ok, type Result } from '../result.ts';
import { isRecord } from './is-record.ts';

export type Fields = Readonly<Record<string, unknown>>;

export class BadField extends Error {
  /** Path of the field, such as `links[3].href`. */
  readonly field: string;

  constructor(parent: string, name: string) {
    super('bad field');
    this.field = parent === '' ? name : `${parent}.${name}`;
  }

  /** Top-level name: `links` of `links[3].href`. */
  get root(): string {
    return /^\w*/.exec(this.field)?.[0] ?? '';
  }
}

export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadField) return null;
    throw error;
  }
}

/** @param whole - failure if the bad field is none of `fields`, as for a value that is no object */
export function readOr<Value, Whole extends string, Field extends string>(
  whole: Whole,
  fields: readonly Field[],
  read: () => Value,
): Result<Value, Whole | Field> {
  try {
    return ok(read());
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    return fail(fields.find((each) => each === error.root) ?? whole);
  }
}

export function asRecord(value: unknown, field: string): Fields {
  if (!isRecord(value)) throw new BadField('', field);
  return value;
}

export function record(from: Fields, name: string, parent = ''): Fields {
  return asRecord(own(from, name), parent === '' ? name : `${parent}.${name}`);
}

/** Own properties only: a message's inherited `__proto__` and `constructor` are not fields. */
export function own(from: Fields, name: string): unknown {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}

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

/** @param maxLength - in UTF-16 units */
export function nonEmptyText(from: Fields, name: string, maxLength: number, parent = ''): string {
  const value = text(from, name, maxLength, parent);
  if (value === '') throw new BadField(parent, name);
  return value;
}

/** 64 lower-case hex digits. */
export function sha256(from: Fields, name: string, parent = ''): string {
  const value = anyText(from, name, parent);
  if (!/^[0-9a-f]{64}$/.test(value)) throw new BadField(parent, name);
  return value;
}

export function cutText(from: Fields, name: string, maxLength: number, parent = ''): string {
  return anyText(from, name, parent).slice(0, maxLength);
}

export function shortText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.length > 100) throw new BadField('', field);
  return value;
}

export function count(
  from: Fields,
  name: string,
  parent = '',
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  return integer(from, name, 0, max, parent);
}

/** Both bounds are inclusive. */
export function integer(from: Fields, name: string, least: number, most: number, parent = ''): number {
  const value = own(from, name);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most)
    throw new BadField(parent, name);
  return value;
}

export function flag(from: Fields, name: string, parent = ''): boolean {
  const value = own(from, name);
  if (typeof value !== 'boolean') throw new BadField(parent, name);
  return value;
}

/** The field is omitted when false. */
export function optionalTrue(from: Fields, name: string, parent = ''): true | undefined {
  const value = own(from, name);
  if (value !== undefined && value !== true) throw new BadField(parent, name);
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
  parent = '',
): readonly Item[] {
  const items = listOfAny(from, name, parent);
  if (items.length > maxLength) throw new BadField(parent, name);
  return readAll(items, name, read, parent);
}

export function cutList<Item>(
  from: Fields,
  name: string,
  maxLength: number,
  read: (value: unknown, field: string) => Item,
  parent = '',
): readonly Item[] {
  return readAll(listOfAny(from, name, parent).slice(0, maxLength), name, read, parent);
}

function listOfAny(from: Fields, name: string, parent: string): readonly unknown[] {
  const value = own(from, name);
  if (!Array.isArray(value)) throw new BadField(parent, name);
  return value;
}

/** `Array.from`, unlike `map`, also visits the holes of a sparse array. */
function readAll<Item>(
  items: readonly unknown[],
  name: string,
  read: (value: unknown, field: string) => Item,
  parent: string,
): readonly Item[] {
  const path = parent === '' ? name : `${parent}.${name}`;
  return Array.from(items, (item, index) => read(item, `${path}[${index}]`));
}
