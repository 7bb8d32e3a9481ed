import { createReadStream } from 'node:fs';

const LF = 10;

/** A line without LF; null if longer than `maxBytes`. */
export type ByteLine = Uint8Array | null;

/** Holds at most `maxBytes` of a line. */
export async function* byteLines(path: string, maxBytes: number): AsyncGenerator<ByteLine> {
  let rest: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  const lineOf = (bytes: Buffer): ByteLine => (isTooLong || bytes.length > maxBytes ? null : bytes);
  const chunks: AsyncIterable<Buffer> = createReadStream(path);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      yield lineOf(bytes.subarray(start, end));
      isTooLong = false;
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > maxBytes) {
      isTooLong = true;
      rest = Buffer.alloc(0);
    }
  }
  if (isTooLong || rest.length > 0) yield lineOf(rest);
}
