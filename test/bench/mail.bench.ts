/**
 * What one raw mail costs where it reaches a bound of `core/mail`, in time of the processor: reading it and finding its
 * links, and judging it by evidence. The aim is 100 ms for each. All in turns, so that a busy machine meets all alike.
 *
 *     npx tsx test/bench/mail.bench.ts [--json] [NAME …]
 */
import { deflateSync } from 'node:zlib';
import { readMessage, type SubmittedMessage } from '../../src/core/mail/read-message.ts';
import { NODE_MAIL } from '../../src/server/node/mail-tools/node-mail.ts';
import { evidenceOf } from '../../src/server/service/message/message-evidence.ts';
import { MAX_MESSAGE_LINKS } from '../../src/server/service/http/message-routes.ts';

const ROUNDS = 15;
/** What the check service takes in; larger mails are files of `spamlight evaluate`. */
const BODY = 2 << 20;

const HEAD = 'From: a@b.example\r\nSubject: x\r\n';
const fill = (head: string, line: string, bytes = BODY): string =>
  head + line.repeat(Math.max(0, Math.floor((bytes - head.length) / line.length)));
const numbered = (piece: string, bytes: number): string => {
  let text = '';
  for (let number = 0; text.length < bytes; number++) text += piece.replaceAll('#', String(number));
  return text;
};
const several = 'Content-Type: multipart/mixed; boundary=B\r\n\r\n';
const pdf = (body: string): string =>
  `${HEAD}Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(`%PDF-1.7\n${body}`, 'latin1').toString('base64').replaceAll(/.{76}/g, '$&\r\n')}`;
const packed = deflateSync('/URI ('.repeat(100_000)).toString('latin1');
const picture = 'Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n';
const within = 'Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n';

const RAW: Readonly<Record<string, string>> = {
  'empty lines': fill(`${HEAD}\r\n`, '\r\n'),
  'lines of a letter': fill(`${HEAD}\r\n`, 'a\r\n'),
  'lone carriage returns': fill(`${HEAD}\r\n`, '\r'),
  'words ended by them': fill(`${HEAD}\r\n`, 'word word\r'),
  'soft line breaks': fill(`${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\n`, 'a=\r\n'),
  'soft line breaks that are none': fill(`${HEAD}X: quoted-printable\r\n\r\n`, 'a=\r\n'),
  'flowed text': fill(`${HEAD}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n`, 'a \r\n'),
  'a picture': fill(`${HEAD}${picture}`, `${'A'.repeat(76)}\r\n`),
  'twenty pictures, 36 MB':
    HEAD + several + fill(`--B\r\n${picture}`, `${'A'.repeat(76)}\r\n`, 1_800_000).repeat(20),
  'a line of 64 MB': `${HEAD}\r\n${'a'.repeat(64 << 20)}`,
  parts: fill(several, '--B\r\n\r\nx\r\n'),
  'parts of quoted-printable': fill(
    several,
    '--B\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nx\r\n',
  ),
  'mails in a digest': fill(
    'Content-Type: multipart/digest; boundary=B\r\n\r\n',
    '--B\r\n\r\nSubject: x\r\n\r\nx\r\n',
  ),
  'mails in mails': fill('', 'Content-Type: message/rfc822\r\n\r\n'),
  'mails attached to mails': fill('', within),
  'lines of dashes': fill(
    `Content-Type: multipart/mixed; boundary="${'b'.repeat(60)}"\r\n\r\n`,
    '--bbbbb\r\n',
  ),
  'a long boundary': fill(
    `Content-Type: multipart/mixed; boundary=${'b'.repeat(100_000)}\r\n\r\n`,
    `--${'b'.repeat(99_999)}\r\n`,
  ),
  'many boundaries': fill(
    `Content-Type: multipart/mixed; ${numbered('boundary=x#;\r\n ', 90_000)}x=y\r\n\r\n`,
    '--y\r\n',
  ),
  'boundaries in boundaries': `Content-Type: multipart/mixed; ${'boundary='.repeat(27_000)}\r\n\r\nx`,
  'spaces in a boundary': `Content-Type: multipart/mixed; ${'boundary '.repeat(27_000)}\r\n\r\nx`,
  'comments in fields': `${fill('', 'Content-Type: a(\r\n', 250_000)}\r\nx`,
  'a head of 250 kB': `${numbered(`X-#: ${'y'.repeat(40)}\r\n`, 250_000)}${HEAD}\r\nx`,
  'a head of 2 MB': `${numbered(`X-#: ${'y'.repeat(70)}\r\n`, BODY - 100)}${HEAD}\r\nx`,
  'a folded head': `Subject: ${' a\r\n'.repeat(60_000)}${HEAD}\r\nx`,
  'many From fields': fill('', 'From: a@b.example\r\n', 250_000) + '\r\nx',
  'many senders': `${fill('From: ', 'a@b.example, ', 250_000)}\r\n\r\nx`,
  'many encoded words': `${fill('Subject: ', '=?utf-8?B?YQ==?= ', 250_000)}\r\n\r\nx`,
  'two types of everything':
    fill('', 'Content-Type: text/html\r\nContent-Type: text/plain\r\n', 250_000) + '\r\nx',
  'uuencoded files': fill(`${HEAD}\r\n`, 'begin 644 a.eml\r\n`\r\nend\r\n'),
  'one uuencoded page': fill(`${HEAD}\r\nbegin 644 a.html\r\n`, `M${'/'.repeat(60)}\r\n`),
  words: fill(`${HEAD}\r\n`, `${'words '.repeat(10)}\r\n`),
  'links in text': `${HEAD}\r\n${numbered('http://h#.example/ ', BODY)}`,
  'words with dots': `${HEAD}\r\n${numbered('a.b ', BODY)}`,
  'hosts and pages': `${HEAD}\r\n${numbered('h#.example.com/ ', BODY)}`,
  'a calendar': `${HEAD}Content-Type: text/calendar\r\n\r\n${numbered('a.b# ', BODY)}`,
  // Many of these at once, each below its bound or at it.
  everything: `${HEAD}${several}${[
    `Content-Type: text/html\r\n\r\n${numbered('<a href="http://b#.example/">x</a>', 500_000)}`,
    `Content-Type: text/plain\r\n\r\n${numbered('http://h#.example/ a\r\n', 500_000)}`,
    fill('Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n', 'a=\r\n', 16_000),
    ...Array.from({ length: 150 }, () => '\r\nx'),
    `Content-Type: application/pdf\r\n\r\n%PDF-1.7 ${'/URI ('.repeat(60_000)}`,
  ]
    .map((part) => `--B\r\n${part}\r\n`)
    .join('')}--B--\r\n`,
  'links in a PDF file': pdf(numbered('/URI (http://h#.example/) ', 370_000)),
  'brackets in a PDF file': pdf('/URI ('.repeat(60_000)),
  'packed parts of a PDF file': pdf(`/ObjStm stream\n${packed}endstream`.repeat(100)),
};

const HTML: Readonly<Record<string, string>> = {
  links: '<a href="http://b#.example/">x</a>',
  'one link': '<a href="http://b.example/">x</a>',
  'open elements': '<i>',
  'empty elements': '<b></b>',
  'cells with styles': '<td style="color:red;font-size:1px">x</td>',
  'words in HTML': 'word word ',
  'character references': '&amp;',
  attributes: '<p a b c d e f g>',
  'values of attributes': '<p a=b c=d>',
  'signs of tags': '<',
  'style sheets': '<style>.a#{display:none}</style>',
  classes: '<p class="a b c d e f g h i j">x</p>',
  pictures: '<img alt=x src=y>',
  'links in the text of HTML': 'http://h#.example/ ',
  frames: '<iframe srcdoc="&lt;a href=http://b#.example/>x">',
  'comments for Outlook': '<!--[if mso]><a href=http://b#.example/><![endif]-->',
  animations: `<svg><animate attributeName=href values="${'http://x;'.repeat(50)}">`,
};

const messages: readonly (readonly [string, SubmittedMessage])[] = [
  ...Object.entries(RAW).map(
    ([name, mail]) => [name, { kind: 'raw', content: Buffer.from(mail, 'latin1') }] as const,
  ),
  ...Object.entries(HTML).map(
    ([name, piece]) => [name, { kind: 'html', content: numbered(piece, 1_000_000) }] as const,
  ),
];

const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));
const chosen = messages.filter(([name]) => named.length === 0 || named.some((part) => name.includes(part)));

/** Of this process, in milliseconds: on a busy machine the clock tells of the others. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const read = new Map<string, number[]>();
const judged = new Map<string, number[]>();
const unread = new Map<string, string>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, message] of chosen) {
    const start = processorTime();
    const found = await readMessage(message, NODE_MAIL);
    const middle = processorTime();
    if (found.ok) await evidenceOf(found.value.shown, found.value.hrefs.slice(0, MAX_MESSAGE_LINKS), null);
    const end = processorTime();
    unread.set(name, found.ok ? [...found.value.unread].join(' ') : 'unreadable');
    // The first rounds still compile.
    if (round < 3) continue;
    read.set(name, [...(read.get(name) ?? []), middle - start]);
    judged.set(name, [...(judged.get(name) ?? []), end - middle]);
  }
}

function median(times: readonly number[] | undefined): number {
  const sorted = (times ?? []).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const rows = chosen.map(([name]) => ({
  name,
  readMs: median(read.get(name)),
  judgeMs: median(judged.get(name)),
  unread: unread.get(name) ?? '',
}));
if (args.includes('--json')) for (const row of rows) console.log(JSON.stringify(row));
else {
  console.log(`${'a mail of'.padEnd(32)} read, ms  judged, ms  not whole for`);
  for (const { name, readMs, judgeMs, unread: reasons } of rows)
    console.log(
      `${name.padEnd(32)} ${readMs.toFixed(0).padStart(8)} ${judgeMs.toFixed(0).padStart(11)}  ${reasons}`,
    );
  console.log(
    `\nThe most: ${Math.max(...rows.map(({ readMs, judgeMs }) => readMs + judgeMs)).toFixed(0)} ms`,
  );
}
