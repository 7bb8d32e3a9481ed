import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeHourFile,
  selectHourDeltas,
  encodeHourFile,
  MAX_HOUR_DELTAS,
  type HourFile,
} from '../../../src/core/snapshot/hour-file.ts';
import { MAX_SNAPSHOT_BYTES } from '../../../src/core/snapshot/snapshot-layout.ts';

const file: HourFile = {
  last: 44,
  to: 60,
  deltas: [
    { from: 41, bytes: Uint8Array.of(1) },
    { from: 43, bytes: Uint8Array.of(2, 2) },
    { from: 44, bytes: Uint8Array.of(3, 3, 3) },
  ],
};
const ofLastHour: HourFile = { last: 44, to: 44, deltas: file.deltas.slice(0, 2) };

const hourFiles = fc
  .record({
    last: fc.integer({ min: 10, max: 1000 }),
    ahead: fc.integer({ min: 0, max: 100 }),
    froms: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
    sizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 10, maxLength: 10 }),
  })
  .map(({ last, ahead, froms, sizes }): HourFile => {
    const all = [...froms].sort((a, b) => a - b);
    if (ahead > 0) all.push(last);
    return {
      last,
      to: last + ahead,
      deltas: all.map((from, at) => ({ from, bytes: new Uint8Array(sizes[at] ?? 1).fill(at) })),
    };
  });

describe('an hour file', () => {
  test('an hour file gives back what was put into it, and what it accepts encodes to the same bytes', () => {
    fc.assert(
      fc.property(hourFiles, (written) => {
        const bytes = encodeHourFile(written);
        const read = decodeHourFile(bytes);
        expect(read).toEqual({ ok: true, value: written });
        if (read.ok) expect(encodeHourFile(read.value)).toEqual(bytes);
      }),
    );
  });

  test('an hour file never makes the reader throw, whatever its bytes are', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 80 }),
          fc.tuple(hourFiles, fc.nat(), fc.integer({ min: 0, max: 255 })).map(([written, at, value]) => {
            const bytes = encodeHourFile(written);
            bytes[at % bytes.length] = value;
            return bytes;
          }),
        ),
        (bytes) => {
          const read = decodeHourFile(bytes);
          if (read.ok) expect(encodeHourFile(read.value)).toEqual(bytes);
        },
      ),
    );
  });

  test('an hour file is refused if anything is cut off or added', () => {
    const bytes = encodeHourFile(file);
    for (let length = 0; length < bytes.length; length++)
      expect(decodeHourFile(bytes.subarray(0, length)).ok, String(length)).toBe(false);
    expect(decodeHourFile(Uint8Array.of(...bytes, 0))).toEqual({
      ok: false,
      failure: { kind: 'malformed', field: 'byteLength' },
    });
  });

  /** The bytes of `file` with others at an offset. */
  const changed = (offset: number, ...bytes: readonly number[]): Uint8Array => {
    const copy = encodeHourFile(file);
    copy.set(bytes, offset);
    return copy;
  };

  test.each<[string, Uint8Array, object]>([
    ['another magic', changed(0, 0), { kind: 'malformed', field: 'magic' }],
    ['another version', changed(4, 2), { kind: 'unknown-format', formatVersion: 2 }],
    ['a reserved byte', changed(6, 1), { kind: 'malformed', field: 'reserved' }],
    ['a reserved byte behind the count', changed(18, 1), { kind: 'malformed', field: 'reserved' }],
    ['an hour that ends with no serial', changed(8, 0), { kind: 'malformed', field: 'lastSerial' }],
    ['a way back', changed(12, 43), { kind: 'malformed', field: 'toSerial' }],
    ['no delta', changed(16, 0), { kind: 'malformed', field: 'deltaCount' }],
    ['too many deltas', changed(16, 2, 4), { kind: 'malformed', field: 'deltaCount' }],
    ['more deltas than there are bytes', changed(16, 99), { kind: 'truncated', offset: 20 }],
    ['a delta from no serial', changed(20, 0), { kind: 'malformed', field: 'fromSerial' }],
    ['two from one serial', changed(28, 41), { kind: 'malformed', field: 'fromSerial' }],
    ['one from beyond the hour', changed(36, 45), { kind: 'malformed', field: 'fromSerial' }],
    ['a delta of no bytes', changed(24, 0), { kind: 'malformed', field: 'byteLength' }],
    ['lengths that do not add up', changed(24, 2), { kind: 'malformed', field: 'byteLength' }],
    ['a way onward from the end', changed(12, 44), { kind: 'malformed', field: 'fromSerial' }],
    [
      'endless data',
      new Uint8Array(MAX_SNAPSHOT_BYTES + 1),
      { kind: 'too-large', byteLength: MAX_SNAPSHOT_BYTES + 1 },
    ],
  ])('an hour file is refused with %s', (_, bytes, failure) => {
    expect(decodeHourFile(bytes)).toEqual({ ok: false, failure });
  });

  test('an hour file holds a publication every four seconds, and no more', () => {
    const many = (count: number): HourFile => ({
      last: 2000,
      to: 2000,
      deltas: Array.from({ length: count }, (_, at) => ({ from: at + 1, bytes: Uint8Array.of(1) })),
    });
    expect(encodeHourFile(many(MAX_HOUR_DELTAS)).length).toBe(20 + 9 * MAX_HOUR_DELTAS);
    expect(() => encodeHourFile(many(MAX_HOUR_DELTAS + 1))).toThrow(RangeError);
  });

  test.each<[string, HourFile, number, readonly number[] | null]>([
    ['from within the hour, over its end', file, 41, [1, 3]],
    ['from its end', file, 44, [3]],
    ['from no serial that it has', file, 42, null],
    ['from within the day’s last hour, to its end', ofLastHour, 43, [2]],
    ['with no way onward', { ...file, deltas: file.deltas.slice(0, 2) }, 41, null],
  ])('an hour file leads %s', (_, from, have, expected) => {
    expect(selectHourDeltas(from, have)?.map(([byte]) => byte) ?? null).toEqual(expected);
  });
});
