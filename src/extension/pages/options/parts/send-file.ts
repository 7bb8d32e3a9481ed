import { MAX_LIST_CHUNK_LENGTH } from '../../../protocol/device-list-messages.ts';

/**
 * @param readBytes - bytes of the file read so far, before decompression
 * @returns false to stop
 */
export type TakeText = (text: string, readBytes: number, isLast: boolean) => Promise<boolean>;

/**
 * Reads a file in pieces, decompressing gzip, with at most one piece in memory.
 *
 * @returns false if the file is damaged or gone
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
    // Any error means a damaged or vanished file; error types vary by engine.
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
