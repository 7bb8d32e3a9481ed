/** Large enough to outweigh the cost of a task, small enough for two cores to share a feed. */
const BLOCK_BYTES = 1 << 20;

const LINE_FEED = 10;

/**
 * Ends blocks at line feeds, so that each can be parsed alone. Cuts lines longer than a block, to bound memory; the
 * parser refuses lines over 16,384 characters.
 */
export async function* textBlocks(
  chunks: AsyncIterable<Uint8Array>,
  blockBytes = BLOCK_BYTES,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let block = new Uint8Array(blockBytes);
  let length = 0;
  for await (let chunk of chunks) {
    while (chunk.length > 0) {
      const room = Math.min(chunk.length, blockBytes - length);
      block.set(chunk.subarray(0, room), length);
      length += room;
      chunk = chunk.subarray(room);
      if (length < blockBytes) continue;
      const lineEnd = block.lastIndexOf(LINE_FEED) + 1;
      const cut = lineEnd === 0 ? length : lineEnd;
      const rest = block.slice(cut);
      const next = new Uint8Array(blockBytes);
      next.set(rest);
      yield block.slice(0, cut);
      block = next;
      length = rest.length;
    }
  }
  if (length > 0) yield block.slice(0, length);
}
