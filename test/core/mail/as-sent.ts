import type { MailContent } from '../../../src/core/mail/content/mail-content.ts';

const words = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const base64 = (text: string): string => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n');

/** RFC 2045, 6.7. */
function quotedPrintable(text: string): string {
  const escaped = Buffer.from(text)
    .toString('latin1')
    .replaceAll(
      /[^\n -<>-~]|[ ](?=\n|$)/g,
      (letter) => `=${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
  return escaped
    .split('\n')
    .map((line) => line.replaceAll(/(?:=..|[^=]){70}(?=.)/g, '$&=\r\n'))
    .join('\r\n');
}

export const ENCODINGS = ['base64', 'quoted-printable', '8bit'] as const;

/** A mail of a collection as a mail program would have sent it. */
export function asSent(
  { html, text }: Pick<MailContent, 'html' | 'text'>,
  encoding: (typeof ENCODINGS)[number],
): string {
  const encode = encoding === 'base64' ? base64 : encoding === 'quoted-printable' ? quotedPrintable : String;
  const body = (type: string, content: string): string =>
    `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encode(content)}\r\n`;
  const head = `From: ${words('Ann')} <a@b.example>\r\nSubject: x\r\nMIME-Version: 1.0\r\n`;
  if (html === '') return head + body('plain', text);
  return `${head}Content-Type: multipart/alternative; boundary="=_b"\r\n\r\n--=_b\r\n${body('plain', text)}--=_b\r\n${body('html', html)}--=_b--\r\n`;
}
