import { open } from 'node:fs/promises';

/** Lines of text may begin with `From ` too, but without sender and year. */
const FROM_LINE = /^From \S+ .*\b\d{4}\b/;
/** The variant mboxrd puts `>` before text lines that begin with `From `. */
const QUOTED_FROM = /^>+From /;

export class BadMbox extends Error {
  override readonly name = 'BadMbox';
}

/**
 * Splits the usual mbox variants at `From ` lines after an empty line. Reads Latin-1, which preserves the bytes.
 *
 * @param maxBytes - of one message
 * @throws BadMbox
 */
export async function* messagesOfMbox(path: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  let message: string[] | null = null;
  let size = 0;
  let number = 0;
  let isBehindEmpty = true;
  try {
    for await (const line of file.readLines({ encoding: 'latin1' })) {
      if (isBehindEmpty && FROM_LINE.test(line)) {
        if (message !== null) yield bytesOf(message);
        message = [];
        size = 0;
        number++;
      } else if (message === null) {
        if (line !== '') throw new BadMbox('does not begin with a line “From …”');
      } else {
        message.push(QUOTED_FROM.test(line) ? line.slice(1) : line);
        size += line.length + 2;
        if (size > maxBytes) throw new BadMbox(`has more than ${maxBytes} bytes in message ${number}`);
      }
      isBehindEmpty = line === '';
    }
  } finally {
    await file.close();
  }
  if (message === null) throw new BadMbox('holds no message');
  yield bytesOf(message);
}

function bytesOf(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.join('\r\n'), 'latin1');
}
