import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BadInputLine, hrefsFrom, linesOf } from '../../../src/server/node/terminal/input-lines.ts';

async function collected(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('lines of standard input', () => {
  test.each([
    ['a CR belongs to its line', 'a\rb\nc\r\n', ['a\rb', 'c\r']],
    ['an empty line is a line', 'a\n\nb\n', ['a', '', 'b']],
    ['a last line without LF counts', 'a\nb', ['a', 'b']],
    ['nothing after the last LF does not', 'a\n', ['a']],
    ['other line separators are characters', 'a\u2028b\u0085c\vd', ['a\u2028b\u0085c\vd']],
    ['a byte order mark is a character', '\uFEFFa', ['\uFEFFa']],
  ])('lines of standard input: %s', async (_, text, lines) => {
    for (const size of [1, 2, 3, 100]) expect(await collected(linesOf(inChunks(text, size)))).toEqual(lines);
  });

  test('lines of standard input are the same however the bytes come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 9 }),
        async (text, size) => {
          const expected = text.split('\n');
          if (expected.at(-1) === '') expected.pop();
          expect(await collected(linesOf(inChunks(text, size)))).toEqual(expected);
        },
      ),
    );
  });
});

describe('links of a command', () => {
  test('links of a command come from its arguments, and standard input is left alone', async () => {
    const never = (async function* () {
      yield await Promise.reject<Uint8Array>(new Error('read'));
    })();
    expect(await collected(hrefsFrom(['a', 'b'], never, { jsonl: false }))).toEqual(['a', 'b']);
  });

  test('links on standard input can hold line breaks with --jsonl', async () => {
    const input = inChunks('{"href":"a\\nb"}\n{"text":"x","href":""}\n', 5);
    expect(await collected(hrefsFrom([], input, { jsonl: true }))).toEqual(['a\nb', '']);
  });

  test.each(['no json', '{"url":"a"}', '{"href":1}', '"a"', ''])(
    'a malformed line of --jsonl is named by its number: %j',
    async (line) => {
      const input = inChunks(`{"href":"a"}\n${line}\n`, 100);
      await expect(collected(hrefsFrom([], input, { jsonl: true }))).rejects.toThrow(BadInputLine);
    },
  );
});
