import { open } from 'node:fs/promises';

/** A message in a mailbox begins here: a sender, and a date with its year. Text may begin with the word as well. */
const FROM_LINE = /^From \S+ .*\b\d{4}\b/;
/** A line of a message that looks like such a beginning was written with `>` before it (mboxrd). */
const QUOTED_FROM = /^>+From /;

/** Thrown of a file that is no mailbox, or of a message in it that is too large; the message says which. */
export class BadMbox extends Error {
  override readonly name = 'BadMbox';
}

/**
 * The messages of a mailbox file, as they were sent: mbox in its common spellings, split at lines that begin with `From `
 * behind an empty line. Lines are read as Latin-1, so that bytes stay what they are.
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
