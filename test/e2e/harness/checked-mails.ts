/** Files for the page that checks messages: what people have, and what somebody may make to break it. */
import { encodeQR } from 'qr';
import { deflateSync } from 'node:zlib';
import { base64, HEAD, withParts } from '../../core/mail/a-mail.ts';
import { LISTED } from './channel.ts';

/** A file, in pieces so that large ones need not cross to the browser. */
export interface MadeFile {
  readonly name: string;
  readonly type?: string;
  /** One character for each byte. */
  readonly head: string;
  readonly unit?: string;
  readonly times?: number;
  readonly tail?: string;
}

export interface CheckedMail extends MadeFile {
  /** `failed`: it is not checked. */
  readonly is: 'danger' | 'caution' | 'unchecked' | 'none' | 'failed';
  /** What its card says, unfolded. */
  readonly says: readonly string[];
}

const BAD = LISTED.phishingUrl;
/** From a site that can exist, to the same one: nothing about it stands out. */
const GOOD_HEAD = HEAD.replace('a@b.example', 'ann@example.org');
const link = (href: string, text = 'Open'): string => `<p>Hello <a href="${href}">${text}</a></p>`;
const html = (body: string, head = HEAD): string =>
  `${head}Content-Type: text/html; charset=utf-8\r\n\r\n${body}`;
const plain = (body: string, head = HEAD): string => `${head}\r\n${body}`;
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const attached = (type: string, name: string, content: string): readonly [string, string] => [
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64`,
  base64(content),
];
const code = (text: string): string => latin1(encodeQR(text, 'gif', { scale: 3, border: 4 }));
const pdf = `%PDF-1.7\n/URI (${BAD}) /ObjStm stream\n${latin1(deflateSync(Buffer.from('<<>>')))}\nendstream`;

function nested(depth: number): string {
  return depth === 0
    ? plain(BAD)
    : `${HEAD}Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\nContent-Type: message/rfc822\r\n\r\n${nested(depth - 1)}\r\n--b${depth}--\r\n`;
}

/** A picture of 30,000 by 30,000 points in some bytes: what unpacks it needs 3.6 GB. */
function largePicture(): string {
  const head = Buffer.alloc(33);
  head.write('\u0089PNG\r\n\u001a\n', 'latin1');
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12);
  head.writeUInt32BE(30_000, 16);
  head.writeUInt32BE(30_000, 20);
  return latin1(head);
}

const SCRIPTS = [
  '<script>globalThis.hasRun = true</script>',
  '<img src="https://tracker.example/a.png" onerror="globalThis.hasRun = true">',
  '<svg onload="globalThis.hasRun = true"><script>globalThis.hasRun = true</script></svg>',
  '<iframe srcdoc="<script>parent.hasRun = true</script>"></iframe>',
  '<style>@import "https://tracker.example/b.css"; body { display: none }</style>',
  '<link rel="stylesheet" href="https://tracker.example/c.css">',
  '<video src="https://tracker.example/d.mp4" autoplay></video>',
  '<object data="https://tracker.example/e.swf"></object>',
  '<a href="javascript:globalThis.hasRun = true">x</a>',
].join('');

/** By what each of them is about. */
export const CHECKED_MAILS: Readonly<Record<string, CheckedMail>> = {
  'a listed link in HTML': {
    name: 'phishing.eml',
    head: html(link(BAD)),
    is: 'danger',
    says: ['leads to a page that is listed', 'bank-check.example'],
  },
  'a listed address in text': {
    name: 'text.eml',
    head: plain(`Please go to ${BAD} now`),
    is: 'danger',
    says: ['bank-check.example'],
  },
  'a listed link in a wrapper': {
    name: 'wrapped.eml',
    head: html(link(`https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(BAD)}`)),
    is: 'danger',
    says: ['bank-check.example'],
  },
  'a careless link': {
    name: 'pills.eml',
    head: html(link(`https://${LISTED.spamHost}/buy`)),
    is: 'caution',
    says: ['Listed by Test spam'],
  },
  'a careless link in a note': {
    name: 'pills.txt',
    type: 'text/plain',
    head: `see https://${LISTED.spamHost}/buy`,
    is: 'caution',
    says: ['a link in it is flagged'],
  },
  'a link that nobody lists': {
    name: 'fine.eml',
    head: html(link('https://news.example.org/today', 'the news of today'), GOOD_HEAD),
    is: 'none',
    says: ['No list names it', 'does not prove'],
  },
  'no link at all': {
    name: 'no-link.eml',
    head: plain('Shall we meet at noon?'),
    is: 'none',
    says: ['There is no link in it'],
  },
  'a page': { name: 'page.html', type: 'text/html', head: link(BAD), is: 'danger', says: ['A web page'] },
  'a drawing': {
    name: 'drawing.svg',
    type: 'image/svg+xml',
    head: `<svg xmlns="http://www.w3.org/2000/svg"><a href="${BAD}"><text>x</text></a></svg>`,
    is: 'danger',
    says: ['A web page'],
  },
  'an invitation': {
    name: 'invite.ics',
    type: 'text/calendar',
    head: `BEGIN:VCALENDAR\r\nDESCRIPTION:join at ${BAD.slice(0, 25)}\r\n ${BAD.slice(25)} today\r\nEND:VCALENDAR`,
    is: 'danger',
    says: ['A calendar invitation', 'It holds a link that is flagged'],
  },
  'a note': { name: 'note.txt', type: 'text/plain', head: `see ${BAD}`, is: 'danger', says: ['Text.'] },
  'a source saved as text': {
    name: 'original.txt',
    type: 'text/plain',
    head: html(link(BAD)),
    is: 'danger',
    says: ['It says that it is from: Ann'],
  },
  'a web archive': {
    name: 'saved.mht',
    head: `From: <Saved by a browser>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${link(BAD)}\r\n--b--`,
    is: 'danger',
    says: ['bank-check.example'],
  },
  'an attached page': {
    name: 'attached-page.eml',
    head: withParts(attached('text/html', 'form.html', link(BAD))),
    is: 'danger',
    says: ['form.html', 'It holds a link that is flagged'],
  },
  'an attached invitation': {
    name: 'attached-invite.eml',
    head: withParts(
      attached('text/calendar', 'meeting.ics', `BEGIN:VCALENDAR\r\nURL:${BAD}\r\nEND:VCALENDAR`),
    ),
    is: 'danger',
    says: ['meeting.ics', 'A calendar invitation', 'It holds a link that is flagged'],
  },
  'an attached PDF file': {
    name: 'attached-pdf.eml',
    head: withParts(attached('application/pdf', 'bill.pdf', pdf)),
    is: 'danger',
    says: ['bill.pdf', 'A PDF document'],
  },
  'a mail in a mail': { name: 'forwarded.eml', head: nested(2), is: 'danger', says: ['Another message'] },
  'a code in an attached picture': {
    name: 'code.eml',
    head: withParts(attached('image/gif', 'scan-me.gif', code(BAD))),
    is: 'danger',
    says: ['bank-check.example', 'A picture'],
  },
  'a code within HTML': {
    name: 'inline-code.eml',
    head: html(`<img src="data:image/gif;base64,${base64(code(BAD)).replaceAll('\r\n', '')}">`),
    is: 'danger',
    says: ['bank-check.example'],
  },
  'a picture of a code': {
    name: 'photo.gif',
    type: 'image/gif',
    head: code(BAD),
    is: 'danger',
    says: ['bank-check.example'],
  },
  'a code that nobody lists': {
    name: 'fine-code.eml',
    head: withParts(attached('image/gif', 'menu.gif', code('https://menu.example.org/'))),
    is: 'none',
    says: ['In a QR code in the picture menu.gif', 'menu.example.org'],
  },
  'an archive': {
    name: 'archive.eml',
    head: withParts(attached('application/zip', 'files.zip', 'PK\u0003\u0004rest')),
    is: 'unchecked',
    says: ['An archive: not looked into'],
  },
  'an office document': {
    name: 'office.eml',
    head: withParts(
      attached(
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'letter.docx',
        'PK\u0003\u0004rest',
      ),
    ),
    is: 'unchecked',
    says: ['An office document: not looked into'],
  },
  'a program': {
    name: 'program.eml',
    head: withParts(attached('application/octet-stream', 'setup.exe', 'MZrest')),
    is: 'caution',
    says: ['A program'],
  },
  'a double ending': {
    name: 'double.eml',
    head: withParts(attached('text/html', 'invoice.pdf.html', '<p>Hello</p>')),
    is: 'caution',
    says: ['Its name hides what it is'],
  },
  'another file than it says': {
    name: 'misnamed.eml',
    head: withParts(attached('image/png', 'photo.png', 'PK\u0003\u0004rest')),
    is: 'unchecked',
    says: ['It is something else than it says'],
  },
  encrypted: {
    name: 'sealed.eml',
    head: `${HEAD}Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA`,
    is: 'unchecked',
    says: ['encrypted or sealed'],
  },
  'in Outlook’s own form': {
    name: 'winmail.eml',
    head: withParts(attached('application/ms-tnef', 'winmail.dat', 'x')),
    is: 'unchecked',
    says: ['winmail.dat'],
  },
  'two readings': {
    name: 'two.eml',
    head: `${HEAD}Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64\r\nContent-Type: text/html\r\n\r\n${base64(link(BAD))}`,
    is: 'danger',
    says: ['bank-check.example'],
  },
  'text in UTF-16': {
    name: 'wide.txt',
    type: 'text/plain',
    head: latin1(Buffer.from(`\uFEFFsee ${BAD}`, 'utf16le')),
    is: 'danger',
    says: ['bank-check.example'],
  },
  Chinese: {
    name: 'chinese.eml',
    head: `Subject: =?gb18030?B?1tDOxA==?=\r\nContent-Type: text/plain; charset=gb18030\r\nContent-Transfer-Encoding: base64\r\n\r\n1tDOxA==`,
    is: 'none',
    says: ['There is no link in it'],
  },
  scripts: { name: 'scripts.eml', head: html(SCRIPTS), is: 'unchecked', says: ['cannot read the address'] },
  'scripts in a page': {
    name: 'scripts.html',
    type: 'text/html',
    head: SCRIPTS,
    is: 'unchecked',
    says: ['cannot read the address'],
  },
  '50,000 parts': {
    name: 'parts.eml',
    head: `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n`,
    unit: '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n',
    times: 50_000,
    tail: '--b--\r\n',
    is: 'unchecked',
    says: ['more parts or files than Spamlight reads'],
  },
  'mails in mails': { name: 'nested.eml', head: nested(30), is: 'unchecked', says: ['nested more deeply'] },
  'HTML that nests': {
    name: 'deep.eml',
    head: html(''),
    unit: '<div>',
    times: 100_000,
    is: 'unchecked',
    says: ['What could not be read'],
  },
  'HTML whose formats multiply': {
    name: 'formats.html',
    type: 'text/html',
    head: Array.from({ length: 8_000 }, (_, n) => `<b id=${n}>`).join(''),
    unit: '<p>x',
    times: 100_000,
    is: 'unchecked',
    says: ['What could not be read'],
  },
  'a huge picture': {
    name: 'huge-picture.eml',
    head: `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: image/png; name=huge.png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo`,
    unit: 'A'.repeat(76) + '\r\n',
    times: 300_000,
    tail: '\r\n--b--\r\n',
    is: 'unchecked',
    says: ['1 picture was not searched'],
  },
  'huge base64 of text': {
    name: 'huge-text.eml',
    head: `${HEAD}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
    unit: 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3\r\n',
    times: 250_000,
    is: 'unchecked',
    says: ['longer than Spamlight reads'],
  },
  'one long line': {
    name: 'long-line.txt',
    type: 'text/plain',
    head: `${BAD} `,
    unit: 'https://a.example/ ',
    times: 1_000_000,
    is: 'danger',
    says: ['longer than Spamlight reads'],
  },
  'a picture that unpacks to gigabytes': {
    name: 'bomb.eml',
    head: withParts(attached('image/png', 'bomb.png', largePicture())),
    is: 'none',
    says: ['A picture'],
  },
  'too large': {
    name: 'too-large.eml',
    head: HEAD,
    unit: 'x'.repeat(1_000),
    times: 25_001,
    is: 'failed',
    says: ['larger than 25 MB'],
  },
  empty: { name: 'empty.eml', head: '', is: 'failed', says: ['The file is empty'] },
  'no message': {
    name: 'garbage.eml',
    head: '\u0001\u0002\u0003\u0004',
    unit: '\u00FE\u00ED',
    times: 500,
    is: 'failed',
    says: ['damaged or holds no message'],
  },
  'Outlook’s own file': {
    name: 'letter.msg',
    head: '\u00D0\u00CF\u0011\u00E0rest',
    is: 'failed',
    says: ['Save the message there as'],
  },
};
