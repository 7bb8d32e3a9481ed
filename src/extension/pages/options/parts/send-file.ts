import { MAX_LIST_CHUNK_LENGTH } from '../../../protocol/device-list-messages.ts';

/** Takes one piece of the text; false if no more is wanted. */
export type TakeText = (text: string, readBytes: number, isLast: boolean) => Promise<boolean>;

/**
 * Reads a file piece by piece, unpacked if it is gzip, and hands each on when the last was taken, so that no more than
 * one is in memory.
 *
 * @returns false if it cannot be read to its end: it is gzip and damaged, or gone
 */
export async function sendFile(file: Blob, take: TakeText): Promise<boolean> {
  let readBytes = 0;
  const counted = file.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        readBytes += piece.length;
        controller.enqueue(piece);
      },
    }),
  );
  const unpacked = (await isGzip(file)) ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
  const reader = unpacked.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    // Damaged packing, or a file that vanished: each engine has errors of its own for these, and there are no others.
    const piece = await reader.read().catch(() => null);
    if (piece === null) return false;
    const text = piece.done ? decoder.decode() : decoder.decode(piece.value, { stream: true });
    for (let at = 0; at < text.length; at += MAX_LIST_CHUNK_LENGTH) {
      if (!(await take(text.slice(at, at + MAX_LIST_CHUNK_LENGTH), readBytes, false))) {
        await reader.cancel();
        return true;
      }
    }
    if (piece.done) {
      await take('', readBytes, true);
      return true;
    }
  }
}

async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}
