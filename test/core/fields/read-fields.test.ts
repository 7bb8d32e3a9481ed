import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asRecord,
  BadField,
  cutList,
  integer,
  list,
  optionalTrue,
  orNull,
  readOr,
  record,
  sha256,
  text,
} from '../../../src/core/fields/read-fields.ts';

const asText = (value: unknown, field: string): string => text(asRecord(value, field), 'name', 3, field);

/** What is told of a value that is refused: the path of the first field that is not as it must be. */
function refusalOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof BadField) return error.field;
    throw error;
  }
}

describe('a field that is not as it must be', () => {
  test.each<readonly [string, () => unknown]>([
    ['count', () => integer({ count: 1.5 }, 'count', 0, 9)],
    ['count', () => integer({ count: 10 }, 'count', 0, 9)],
    ['count', () => integer({ count: 2 ** 53 }, 'count', 0, Infinity)],
    ['rows[1].name', () => list({ rows: [{ name: 'abc' }, { name: 'abcd' }] }, 'rows', 2, asText)],
    ['rows', () => list({ rows: [{ name: 'a' }, { name: 'b' }] }, 'rows', 1, asText)],
    ['day.rows[0]', () => cutList({ rows: ['a'] }, 'rows', 1, asText, 'day')],
    // A hole is an item too, and none that can be read.
    ['rows[0]', () => list({ rows: Array.from({ length: 1 }) }, 'rows', 1, asText)],
    ['a.b', () => record({ b: [] }, 'b', 'a')],
    ['digest', () => sha256({ digest: 'A'.repeat(64) }, 'digest')],
    ['isCut', () => optionalTrue({ isCut: false }, 'isCut')],
    // What is inherited is no field.
    ['constructor', () => text({}, 'constructor', 99)],
  ])('a malformed field is told by its path: %s', (path, read) => {
    expect(refusalOf(read)).toBe(path);
  });

  test('malformed entries of a list beyond the length to which it is cut are ignored', () => {
    expect(cutList({ rows: [{ name: 'a' }, 'x'] }, 'rows', 1, asText)).toEqual(['a']);
  });

  test('a malformed field refuses the whole record, named by the field or by the whole', () => {
    const read = (value: unknown): string => list(asRecord(value, ''), 'rows', 9, asText).join();
    expect(readOr('file', ['rows'], () => read({ rows: [{ name: 'a' }] }))).toEqual({ ok: true, value: 'a' });
    expect(readOr('file', ['rows'], () => read({ rows: [{}] }))).toEqual({ ok: false, failure: 'rows' });
    expect(readOr('file', ['rows'], () => read(null))).toEqual({ ok: false, failure: 'file' });
    expect(readOr('file', ['others'], () => read({ rows: 1 }))).toEqual({ ok: false, failure: 'file' });
  });

  test('a programming error while fields are read is rethrown', () => {
    const broken = (): never => {
      throw new TypeError('a fault');
    };
    expect(() => orNull(broken)).toThrow(TypeError);
    expect(() => readOr('file', [], broken)).toThrow(TypeError);
  });

  test('a reader of fields throws nothing but the refusal of a malformed one, whatever is read', () => {
    fc.assert(
      fc.property(fc.anything({ withSparseArray: true, withNullPrototype: true }), (value) => {
        const rows = orNull(() => list(asRecord(value, ''), 'rows', 2, asText));
        expect(rows === null || rows.every((row) => row.length <= 3)).toBe(true);
        expect(orNull(() => list({ rows: value }, 'rows', 2, asText))).toSatisfy(
          (read: unknown) => read === null || Array.isArray(read),
        );
      }),
    );
  });
});
