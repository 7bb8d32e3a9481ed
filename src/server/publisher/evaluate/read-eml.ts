import { basename, dirname } from 'node:path';
import type { MailContent } from '../../../core/mail/content/mail-content.ts';
import { readMessage } from '../../../core/mail/read-message.ts';
import { NODE_MAIL } from '../../node/mail-tools/node-mail.ts';
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

const EMPTY: MailContent = { from: '', replyTo: '', subject: '', links: [], html: '', text: '' };

/**
 * Reads a raw message (RFC 5322 with MIME). Its folder's name is the label, if in `LABELS`.
 *
 * @param folder - as on the command line; its last part is the source
 */
export async function readEml(bytes: Uint8Array, path: string, folder: string): Promise<Mail> {
  const message = await readMessage({ kind: 'raw', content: bytes }, NODE_MAIL);
  return {
    source: basename(folder),
    label: LABELS.get(basename(dirname(path)).toLowerCase()) ?? 'unlabelled',
    id: basename(path),
    ...(message.ok
      ? {
          ...message.value.content,
          unread: [...message.value.unread],
          authentication: message.value.authentication,
        }
      : { ...EMPTY, unread: ['structure'], authentication: null }),
  };
}
