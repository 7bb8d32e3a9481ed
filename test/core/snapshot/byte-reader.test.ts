import { describe, expect, test } from 'vitest';
import { ByteReader, UnexpectedEnd } from '../../../src/core/snapshot/byte-reader.ts';
import { ByteWriter } from '../../../src/core/snapshot/byte-writer.ts';

describe('ByteReader', () => {
  test('ByteReader reads back what ByteWriter wrote, lowest byte first, beyond any size it began with', () => {
    const writer = new ByteWriter();
    writer.uint8(0xfe);
    writer.uint16(0x1234);
    writer.uint32(0xdead_beef);
    const large = Uint8Array.from({ length: 5000 }, (_, index) => index & 255);
    writer.bytes(large);
    // What follows lies in a buffer that was replaced while it was written to.
    for (let index = 0; index < 3000; index++) writer.uint32(index);
    const bytes = writer.toBytes();
    expect([...bytes.subarray(0, 7)]).toEqual([0xfe, 0x34, 0x12, 0xef, 0xbe, 0xad, 0xde]);

    const reader = new ByteReader(bytes);
    expect([reader.uint8(), reader.uint16(), reader.uint32()]).toEqual([0xfe, 0x1234, 0xdead_beef]);
    expect(reader.offset).toBe(7);
    expect(reader.take(5000)).toEqual(large);
    for (let index = 0; index < 3000; index++) expect(reader.uint32()).toBe(index);
    expect(reader.remaining).toBe(0);
  });

  test('ByteReader reads a view of a larger buffer and nothing around it', () => {
    const reader = new ByteReader(Uint8Array.of(9, 1, 2, 9).subarray(1, 3));
    expect(reader.take(2)).toEqual(Uint8Array.of(1, 2));
    expect(() => reader.uint8()).toThrow(UnexpectedEnd);
  });

  test.each([
    ['a byte', (reader: ByteReader) => reader.uint8()],
    ['two bytes', (reader: ByteReader) => reader.uint16()],
    ['four bytes', (reader: ByteReader) => reader.uint32()],
    ['a stretch', (reader: ByteReader) => reader.take(1)],
  ])('ByteReader says where it was when %s was missing', (_, read) => {
    const reader = new ByteReader(new Uint8Array(3));
    reader.take(3);
    expect(() => read(reader)).toThrow(expect.objectContaining({ name: 'UnexpectedEnd', offset: 3 }));
    expect(reader.offset).toBe(3);
  });
});

describe('ByteWriter', () => {
  test.each([
    [(writer: ByteWriter) => writer.uint8(256)],
    [(writer: ByteWriter) => writer.uint16(65_536)],
    [(writer: ByteWriter) => writer.uint32(2 ** 32)],
    [(writer: ByteWriter) => writer.uint32(-1)],
    [(writer: ByteWriter) => writer.uint8(1.5)],
    [(writer: ByteWriter) => writer.uint8(Number.NaN)],
  ])('ByteWriter throws instead of cutting a number off', (write) => {
    expect(() => write(new ByteWriter())).toThrow(RangeError);
  });
});
