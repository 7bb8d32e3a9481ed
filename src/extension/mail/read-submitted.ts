import { attachedFile } from '../../core/files/attached-file.ts';
import { isField } from '../../core/mail/head/mail-head.ts';
import { decodedText } from '../../core/mail/raw/kind-of-part.ts';
import { readMessage, type SubmittedMessage } from '../../core/mail/read-message.ts';
import type { MailRead, MailToRead } from '../platform/mail-worker.ts';
import { WORKER_MAIL } from './worker-mail-tools.ts';

const BEGINNING = 4_096;

/** Every mail has one of these near its start. */
const MAIL_FIELD =
  /^(?:from|return-path|received|delivered-to|x-original-to|message-id|mime-version|authentication-results|arc-seal|dkim-signature|subject)[ \t]*:/i;

export async function readSubmitted(
  { name, type, content }: MailToRead,
  tools = WORKER_MAIL,
): Promise<MailRead | 'unreadable'> {
  const message = await readMessage(toSubmittedMessage(name, type, content), tools);
  if (!message.ok) return 'unreadable';
  const { shown, content: mail, hrefs, beside, senders, attachments, hrefsOf, unread } = message.value;
  const { cutPictures, authenticationResults } = message.value;
  return {
    from: mail.from,
    subject: mail.subject,
    facts: shown.facts,
    links: shown.links,
    hrefs,
    beside,
    senders,
    attachments: attachments.map((attachment, index) => ({
      name: attachment.name,
      isLookedInto: attachment.isLookedInto,
      ...attachedFile(attachment),
      hrefs: hrefsOf[index] ?? [],
    })),
    pictures: message.value
      .pictures()
      .map((picture) => ({ name: picture.name, type: picture.type, bytes: Uint8Array.from(picture.bytes) })),
    cutPictures,
    authenticationResults,
    unread: [...unread],
  };
}

export function toSubmittedMessage(name: string, type: string, content: Uint8Array): SubmittedMessage {
  const isMail = /\.(?:eml|mht|mhtml)$/i.test(name) || /^(?:message\/rfc822|multipart\/related)$/i.test(type);
  // A saved or pasted *show original* is plain text.
  const isText = /^(?:text\/plain)?$/i.test(type) && !/\.(?!txt$)\w+$/i.test(name);
  return isMail || (isText && startsAsMail(content))
    ? { kind: 'raw', content }
    : { kind: 'file', name, type: type.toLowerCase(), content };
}

function startsAsMail(content: Uint8Array): boolean {
  const lines = decodedText(content.subarray(0, BEGINNING))
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/\r\n?|\n/, 40);
  const end = lines.indexOf('');
  const head = lines.slice(0, end === -1 ? lines.length : end);
  const fields = head.filter((line, index) => isField(line) || (index > 0 && /^[ \t]/.test(line)));
  return head.length > 1 && fields.length === head.length && head.some((line) => MAIL_FIELD.test(line));
}
