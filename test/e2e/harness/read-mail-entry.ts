import type { MailTools } from '../../../src/core/mail/content/mail-tools.ts';
import { readMessage } from '../../../src/core/mail/read-message.ts';
import { WORKER_MAIL } from '../../../src/extension/mail/worker-mail-tools.ts';

export interface MailRead {
  readonly hrefs: readonly string[];
  readonly beside: readonly string[];
  readonly unread: readonly string[];
  readonly attachments: readonly object[];
  readonly head: unknown;
  readonly text: string;
}

/** @param mails - in base64 */
export async function readMails(mails: readonly string[]): Promise<readonly (MailRead | null)[]> {
  const read: (MailRead | null)[] = [];
  for (const mail of mails) {
    const content = Uint8Array.from(atob(mail), (letter) => letter.charCodeAt(0));
    read.push(await readOne(content, WORKER_MAIL));
  }
  return read;
}

export async function readOne(content: Uint8Array, tools: MailTools): Promise<MailRead | null> {
  const message = await readMessage({ kind: 'raw', content }, tools);
  if (!message.ok) return null;
  const { hrefs, beside, unread, attachments, shown } = message.value;
  const { head, body } = shown.facts;
  // Of letters that are not read each makes others.
  const text = unread.has('character-set') ? '' : (body?.text ?? '');
  return { hrefs, beside, unread: [...unread], attachments, head, text };
}
