/**
 * Schemas of what comes from outside. Each has the limits that its reader needs: a list is measured before its items are
 * read, and only own fields count.
 */
import * as v from 'valibot';
import { fail, ok, type Result } from '../result.ts';
import { isRecord } from './is-record.ts';

/** Longer typed texts are refused. */
export const MAX_TYPED_LENGTH = 4_000;

// Content scripts and pages import limits from files with schemas. The annotations let the build leave the schemas out,
// where no argument spreads an object or reads a field.

/* @__NO_SIDE_EFFECTS__ */
export function fields<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.GenericSchema<unknown, v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  return ofOwnFields(v.object(entries));
}

/** One of several records. @param key - field that names which */
/* @__NO_SIDE_EFFECTS__ */
export function variants<const Key extends string, const Options extends v.VariantOptions<Key>>(
  key: Key,
  options: Options,
): v.GenericSchema<unknown, v.InferOutput<v.VariantSchema<Key, Options, undefined>>> {
  return ofOwnFields(v.variant(key, options));
}

/* @__NO_SIDE_EFFECTS__ */
function ofOwnFields<const Schema extends v.GenericSchema>(
  schema: Schema,
): v.GenericSchema<unknown, v.InferOutput<Schema>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it reads whatever it gets
  const whole = schema as v.GenericSchema<Record<string, unknown>, v.InferOutput<Schema>>;
  return v.pipe(v.custom<Readonly<Record<string, unknown>>>(isRecord), v.transform(ownFields), whole);
}

/** A field that is undefined is absent. */
function ownFields(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}

/** @param maxLength - UTF-16 units; longer text is refused */
/* @__NO_SIDE_EFFECTS__ */
export function text(maxLength: number) {
  return v.pipe(v.string(), v.maxLength(maxLength));
}

/** @param maxLength - UTF-16 units; longer text is cut */
/* @__NO_SIDE_EFFECTS__ */
export function cutText(maxLength: number) {
  return v.pipe(
    v.string(),
    v.transform((value) => value.slice(0, maxLength)),
  );
}

/** @param maxLength - UTF-16 units */
/* @__NO_SIDE_EFFECTS__ */
export function nonEmptyText(maxLength: number) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength));
}

/** Both bounds are inclusive. */
/* @__NO_SIDE_EFFECTS__ */
export function integer(least: number, most: number) {
  return v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));
}

/** A whole number from 0. */
/* @__NO_SIDE_EFFECTS__ */
export function count(max: number = Number.MAX_SAFE_INTEGER) {
  return integer(0, max);
}

/** A longer list is refused before its items are read. */
/* @__NO_SIDE_EFFECTS__ */
export function list<const Item extends v.GenericSchema>(item: Item, maxLength: number) {
  return v.pipe(v.array(v.unknown()), v.maxLength(maxLength), v.array(item), v.readonly());
}

/** As many as there are, at most. */
/* @__NO_SIDE_EFFECTS__ */
export function someOf<const Members extends readonly string[]>(members: Members) {
  return list(v.picklist(members), members.length);
}

/** Further items are left out, unread. */
/* @__NO_SIDE_EFFECTS__ */
export function cutList<const Item extends v.GenericSchema>(item: Item, maxLength: number) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((items) => items.slice(0, maxLength)),
    v.array(item),
    v.readonly(),
  );
}

export const TRUE = /* @__PURE__ */ v.literal(true);
export const OPTIONAL_TRUE = /* @__PURE__ */ v.exactOptional(TRUE);

/** 64 lower-case hex digits. */
export const SHA256 = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.regex(/^[0-9a-f]{64}$/),
);

/** A record, or its fields as a list in their order, which may lack the last ones. */
/* @__NO_SIDE_EFFECTS__ */
export function row<const Entries extends v.ObjectEntries>(entries: Entries) {
  const columns = Object.keys(entries);
  const toRecord = (cells: readonly unknown[]): unknown =>
    cells.length > columns.length ? null : Object.fromEntries(cells.map((cell, at) => [columns[at], cell]));
  return v.pipe(
    v.unknown(),
    v.transform((value): unknown => (Array.isArray(value) ? toRecord(value) : value)),
    fields(entries),
  );
}

/** Whatever is sent. */
/* @__NO_SIDE_EFFECTS__ */
export function always<const Value>(value: Value) {
  return v.pipe(
    v.optional(v.unknown(), null),
    v.transform(() => value),
  );
}

/** For stored records and files. */
export function readOrNull<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output | null {
  const read = v.safeParse(schema, value, { abortEarly: true });
  return read.success ? read.output : null;
}

/**
 * @param entries - of the schema: the failure is the name of the first bad one
 * @param whole - the failure for a value that is no object
 */
export function readOr<Output, Whole extends string, Name extends string>(
  schema: v.GenericSchema<unknown, Output>,
  value: unknown,
  whole: Whole,
  entries: Readonly<Record<Name, unknown>>,
): Result<Output, Whole | Name> {
  const read = v.safeParse(schema, value, { abortEarly: true });
  if (read.success) return ok(read.output);
  const field = read.issues[0].path?.[0].key;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Name` is what the type of `entries` says of its keys
  return fail((Object.keys(entries) as Name[]).find((name) => name === field) ?? whole);
}

/** As in `links[3].href`; empty for the whole value. */
export function pathOf({ path }: v.BaseIssue<unknown>): string {
  const keys = path?.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)) ?? [];
  return keys.join('').replace(/^\./, '');
}
