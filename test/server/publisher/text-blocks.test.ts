import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { textBlocks } from '../../../src/server/publisher/build/reading/text-blocks.ts';

async function blocksOf(text: string, chunk: number, block: number): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  };
  const found: string[] = [];
  for await (const one of textBlocks(chunks(), block)) found.push(new TextDecoder().decode(one));
  return found;
}

test('blocks of a feed’s text hold the whole text and end with a line, however the chunks are cut', async () => {
  const line = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', ' ') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 30 }),
      fc.integer({ min: 1, max: 40 }),
      async (lines, chunk) => {
        const text = lines.join('\n');
        const blocks = await blocksOf(text, chunk, 16);
        expect(blocks.join('')).toBe(text);
        for (const block of blocks.slice(0, -1)) expect(block.endsWith('\n')).toBe(true);
        for (const block of blocks) expect(block.length).toBeLessThanOrEqual(16);
      },
    ),
  );
});

test('a line longer than a block is cut, so that memory stays bounded', async () => {
  expect(await blocksOf('x'.repeat(40), 7, 16)).toEqual(['x'.repeat(16), 'x'.repeat(16), 'x'.repeat(8)]);
});
