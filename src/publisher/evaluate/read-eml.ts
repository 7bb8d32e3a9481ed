import { basename, dirname } from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { linksOfHtml, linksOfText } from '../../node/mail/mail-links.ts';
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
  const html = email.html ?? '';
  const text = email.text ?? '';
  const links = linksOfHtml(html);
  return {
    source: basename(folder),
    label: LABELS.get(basename(dirname(path)).toLowerCase()) ?? 'unlabelled',
    id: basename(path),
    from: email.from === undefined ? '' : addressText(email.from),
    replyTo: firstReplyTo(email),
    subject: email.subject ?? '',
    links: links.length > 0 ? links : linksOfText(text),
    html,
    text,
  };
}

function firstReplyTo({ replyTo }: Email): string {
  const [first] = replyTo ?? [];
  return first === undefined ? '' : addressText(first);
}

function addressText(address: Address): string {
  if (address.group !== undefined) return address.group.map(addressText).join(', ');
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}
