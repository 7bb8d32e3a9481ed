import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sendFile } from '../../../src/extension/pages/options/parts/send-file.ts';
import { MAX_LIST_CHUNK_LENGTH } from '../../../src/extension/protocol/device-list-messages.ts';

interface Piece {
  readonly text: string;
  readonly readBytes: number;
  readonly isLast: boolean;
}

async function sent(
  file: Blob,
  wanted: (count: number) => boolean = () => true,
): Promise<{ pieces: Piece[]; isRead: boolean }> {
  const pieces: Piece[] = [];
  const isRead = await sendFile(file, (text, readBytes, isLast) => {
    pieces.push({ text, readBytes, isLast });
    return Promise.resolve(wanted(pieces.length));
  });
  return { pieces, isRead };
}

const long = 'evil.example\nübel.example\n'.repeat(40_000);

describe('sendFile', () => {
  test.each([
    ['plain', new Blob([long])],
    ['gzip', new Blob([gzipSync(long)])],
  ])('sends a %s file whole, in pieces that are small enough', async (_, file) => {
    const { pieces, isRead } = await sent(file);
    expect(isRead).toBe(true);
    expect(pieces.map(({ text }) => text).join('')).toBe(long);
    expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThanOrEqual(MAX_LIST_CHUNK_LENGTH);
    expect(pieces.filter(({ isLast }) => isLast)).toHaveLength(1);
    expect(pieces.at(-1)).toMatchObject({ isLast: true, readBytes: file.size });
  });

  test('sends an empty file as one empty piece', async () => {
    expect(await sent(new Blob([]))).toEqual({
      pieces: [{ text: '', readBytes: 0, isLast: true }],
      isRead: true,
    });
  });

  test('stops when nothing more is wanted', async () => {
    const { pieces } = await sent(new Blob([long]), (count) => count < 2);
    expect(pieces).toHaveLength(2);
  });

  test('tells of a file whose packing is damaged', async () => {
    const packed = gzipSync(long);
    const { isRead, pieces } = await sent(new Blob([packed.subarray(0, packed.length - 20)]));
    expect(isRead).toBe(false);
    expect(pieces.some(({ isLast }) => isLast)).toBe(false);
  });
});
