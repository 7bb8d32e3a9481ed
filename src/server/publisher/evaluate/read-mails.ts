import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FeedBytesError, readFeedBytes } from '../feeds/feed-bytes.ts';
import { expectedMessage } from '../../node/explained-failure.ts';
import { linesOf } from '../../node/terminal/input-lines.ts';
import { CommandFailed } from '../../node/terminal/terminal.ts';
import { parseMail, type Mail } from './mail.ts';
import { readEml } from './read-eml.ts';
import { BadMbox, messagesOfMbox } from './read-mbox.ts';

/** Of one file after decompression: a million long mails. */
const MAX_BYTES = 64 * 1024 ** 3;
/** Larger messages are refused: they carry files, not links. */
const MAX_EML_BYTES = 64 * 1024 * 1024;

/**
 * Reads JSON lines (plain, gzip, zip or zstd), `.mbox` and `.eml` files, and folders of `.eml` files, recursively.
 *
 * @throws CommandFailed
 */
export async function* readMails(paths: readonly string[]): AsyncGenerator<Mail> {
  for (const path of paths) {
    const found = await stat(path).catch((error: unknown) => {
      throw unreadable(path, error);
    });
    if (found.isDirectory()) yield* mailsOfFolder(path);
    else if (/\.eml$/i.test(path)) yield* oneEml(path, path);
    else if (/\.mbox$/i.test(path)) yield* mailsOfMbox(path);
    else yield* mailsOfLines(path);
  }
}

async function* mailsOfFolder(folder: string): AsyncGenerator<Mail> {
  let count = 0;
  for await (const path of emlFiles(folder)) {
    count++;
    yield* oneEml(path, folder);
  }
  if (count === 0) {
    throw new CommandFailed({
      kind: 'no-mail',
      message: `${folder} holds no .eml file, nor does a folder in it.`,
    });
  }
}

async function* emlFiles(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* emlFiles(path);
    else if (entry.isFile() && /\.eml$/i.test(entry.name)) yield path;
  }
}

async function* oneEml(path: string, folder: string): AsyncGenerator<Mail> {
  const { size } = await stat(path);
  if (size > MAX_EML_BYTES) {
    throw new CommandFailed({
      kind: 'mail-too-large',
      message: `${path} has more than ${MAX_EML_BYTES} bytes.`,
    });
  }
  yield await readEml(await readFile(path), path, folder === path ? basename(path, '.eml') : folder);
}

async function* mailsOfMbox(path: string): AsyncGenerator<Mail> {
  let number = 0;
  try {
    for await (const message of messagesOfMbox(path, MAX_EML_BYTES)) {
      number++;
      // `ham.mbox` is labelled like a folder `ham`.
      yield await readEml(message, join(path.replace(/\.mbox$/i, ''), String(number)), path);
    }
  } catch (error) {
    if (error instanceof BadMbox)
      throw new CommandFailed({ kind: 'bad-mail', message: `${path} ${error.message}.` });
    throw unreadable(path, error);
  }
}

async function* mailsOfLines(path: string): AsyncGenerator<Mail> {
  let number = 0;
  try {
    for await (const line of linesOf(readFeedBytes(path, MAX_BYTES))) {
      number++;
      if (line.trim() !== '') yield mailOfLine(line, path, number);
    }
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    throw unreadable(path, error);
  }
}

function mailOfLine(line: string, path: string, number: number): Mail {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandFailed({
      kind: 'bad-mail',
      message: `${path}, line ${number} is not JSON: ${error.message}`,
    });
  }
  const mail = parseMail(value);
  if (mail.ok) return mail.value;
  throw new CommandFailed({ kind: 'bad-mail', message: `${path}, line ${number} ${mail.failure}.` });
}

function unreadable(path: string, error: unknown): CommandFailed {
  const message = error instanceof FeedBytesError ? error.failure.message : expectedMessage(error);
  return new CommandFailed({ kind: 'mail-unreadable', message: `${path} cannot be read: ${message}.` });
}
