import { readMessage, type ReadMessage } from '../../../src/core/mail/read-message.ts';
import { NODE_MAIL } from '../../../src/server/node/mail-tools/node-mail.ts';

export const HEAD = 'From: Ann <a@b.example>\r\nSubject: x\r\nMIME-Version: 1.0\r\n';
export const BAD = 'https://evil.example/login';
export const LINK = `<p><a href="${BAD}">Sign in</a></p>`;

/** @param mail - one character for each byte */
export async function read(mail: string | Uint8Array): Promise<ReadMessage> {
  const content = typeof mail === 'string' ? Buffer.from(mail, 'latin1') : mail;
  const message = await readMessage({ kind: 'raw', content }, NODE_MAIL);
  if (!message.ok) throw new Error(message.failure);
  return message.value;
}

/** A mail that says hello and has these parts besides, each a head and a body. */
export function withParts(...parts: readonly (readonly [head: string, body: string])[]): string {
  const all = [['Content-Type: text/plain', 'hello'] as const, ...parts];
  const bodies = all.map(([head, body]) => `--b\r\n${head}\r\n\r\n${body}\r\n`).join('');
  return `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${bodies}--b--\r\n`;
}

export function base64(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(content);
  return bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
}
