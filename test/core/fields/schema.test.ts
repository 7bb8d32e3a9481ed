import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/core/fields/parse-json.ts';
import {
  count,
  cutList,
  fields,
  integer,
  list,
  pathOf,
  readOr,
  row,
  SHA256,
} from '../../../src/core/fields/schema.ts';

const NAMED = fields({ name: v.pipe(v.string(), v.maxLength(3)) });
const ROWS = { rows: list(NAMED, 2) };

/** The path of the first field that is refused; null if none is. */
function refusalOf(schema: v.GenericSchema, value: unknown): string | null {
  const read = v.safeParse(schema, value, { abortEarly: true });
  return read.success ? null : pathOf(read.issues[0]);
}

describe('a field that is not as it must be', () => {
  test.each<readonly [string, v.GenericSchema, unknown]>([
    ['count', fields({ count: integer(0, 9) }), { count: 1.5 }],
    ['count', fields({ count: integer(0, 9) }), { count: 10 }],
    ['count', fields({ count: count() }), { count: 2 ** 53 }],
    ['rows[1].name', fields(ROWS), { rows: [{ name: 'abc' }, { name: 'abcd' }] }],
    ['rows', fields(ROWS), { rows: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }],
    ['day.rows[0]', fields({ day: fields({ rows: cutList(NAMED, 1) }) }), { day: { rows: ['a'] } }],
    // A hole is an item too, and none that can be read.
    ['rows[0]', fields(ROWS), { rows: Array.from({ length: 1 }) }],
    ['digest', fields({ digest: SHA256 }), { digest: 'A'.repeat(64) }],
    // What is inherited is no field.
    ['name', NAMED, Object.create({ name: 'a' })],
    ['', fields(ROWS), []],
  ])('a malformed field is told by its path: %s', (path, schema, value) => {
    expect(refusalOf(schema, value)).toBe(path);
  });

  test('malformed entries of a list beyond the length to which it is cut are ignored', () => {
    expect(v.parse(cutList(NAMED, 1), [{ name: 'a' }, 'x'])).toEqual([{ name: 'a' }]);
  });

  test('a malformed field refuses the whole record, named by the field or by the whole', () => {
    const read = (value: unknown, names: object = ROWS): unknown =>
      readOr(fields(ROWS), value, 'file', { ...names });
    expect(read({ rows: [{ name: 'a', more: 1 }] })).toEqual({ ok: true, value: { rows: [{ name: 'a' }] } });
    expect(read({ rows: [{}] })).toEqual({ ok: false, failure: 'rows' });
    expect(read(null)).toEqual({ ok: false, failure: 'file' });
    expect(read({ rows: 1 }, { others: 1 })).toEqual({ ok: false, failure: 'file' });
  });
});

describe('a row', () => {
  const PAIR = row({ from: count(), to: count(), note: v.exactOptional(v.string()) });

  test('a row is read as a list or a record, and may lack its last fields', () => {
    const pair = { from: 1, to: 2 };
    expect(v.parse(PAIR, [1, 2])).toEqual(pair);
    expect(v.parse(PAIR, [1, 2, 'x'])).toEqual({ ...pair, note: 'x' });
    expect(v.parse(PAIR, pair)).toEqual(pair);
  });

  test.each([[[1]], [[1, 2, 'x', 4]], [[]], ['12'], [null], [{ from: 1 }]])(
    'a row is refused: %j',
    (value) => {
      expect(v.is(PAIR, value)).toBe(false);
    },
  );
});

test('text that is no JSON has no value, and every other error is passed on', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson('null')).toBeNull();
  expect(parseJson('{')).toBeUndefined();
});
