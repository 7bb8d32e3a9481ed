import { basename, dirname } from 'node:path';
import PostalMime from 'postal-mime';
import { contentOfEmail } from '../../node/mail/mail-content.ts';
import type { Mail } from './mail.ts';

const LABELS: ReadonlyMap<string, string> = new Map([
  ['ham', 'ham'],
  ['good', 'ham'],
  ['inbox', 'ham'],
  ['spam', 'spam'],
  ['junk', 'spam'],
  ['phish', 'phish'],
  ['phishing', 'phish'],
]);

/**
 * Reads a message as it was sent (RFC 5322 with MIME). Its label is the name of the folder it lies in, if that is
 * `ham`, `spam` or `phish`; its source is the folder that was asked for.
 *
 * @param folder - what was named on the command line
 */
export async function readEml(bytes: Uint8Array, path: string, folder: string): Promise<Mail> {
  const email = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer' });
  return {
    source: basename(folder),
    label: LABELS.get(basename(dirname(path)).toLowerCase()) ?? 'unlabelled',
    id: basename(path),
    ...contentOfEmail(email),
  };
}
