/** Raw mail is read in a browser as it is in Node: the same rules and parser, with the browser's own way to unpack. */
import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { NODE_MAIL } from '../../src/server/node/mail-tools/node-mail.ts';
import { base64, HEAD, LINK, withParts } from '../core/mail/a-mail.ts';
import { sharedData, sharedDataMissing } from '../shared-data.ts';
import { bundleForPage } from './harness/bundle-for-page.ts';
import { expect, test } from './harness/fixtures.ts';
import { type readMails, readOne } from './harness/read-mail-entry.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

const stream = deflateSync(Buffer.from('<</URI (https://packed.example/)>>')).toString('latin1');

const MAILS: Readonly<Record<string, string>> = {
  'HTML of all kinds': withParts([
    'Content-Type: text/html; charset=utf-8',
    `<title>x</title>${LINK}<map><area href="https://area.example/" alt="A"></map><form action=https://form.example/><button formaction=https://button.example/>Go</button></form><!--[if mso]><a href=https://outlook.example/>x</a><![endif]--><iframe srcdoc="<a href=https://frame.example/>x</a>"></iframe><svg><a xlink:href="https://svg.example/"><set attributeName="href" to="https://set.example/"/></a></svg><p>https://written.example/ &lt;b&gt;</p>`,
  ]),
  'two readings': `${HEAD}Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64\r\nContent-Type: text/html\r\n\r\n${base64(LINK)}`,
  'a PDF file': withParts([
    'Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64',
    base64(`%PDF-1.7\n/URI (https://plain.example/) /ObjStm stream\n${stream}\nendstream`),
  ]),
  'another alphabet': `Subject: =?utf-8?b?5oub5Q==?= =?utf-8?b?lYY=?=\r\nContent-Type: text/plain; charset=gb18030\r\nContent-Transfer-Encoding: base64\r\n\r\n1tA=`,
  'too much': `${HEAD}\r\n${'words and words\r\n'.repeat(80_000)}`,
  'no mail': 'hello',
};

test('raw mail is read in a browser as in Node', tier('core'), async ({ world }) => {
  const reported = sharedDataMissing
    ? []
    : readdirSync(sharedData('reports'))
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(sharedData(`reports/${name}`)));
  const mails = [...Object.values(MAILS).map((mail) => Buffer.from(mail, 'latin1')), ...reported];
  const inNode = await Promise.all(mails.map((mail) => readOne(mail, NODE_MAIL)));
  const page = await world.openMail('https://pages.test/', '<!doctype html><title>x</title>');
  const entry = await bundleForPage<{ readMails: typeof readMails }>('test/e2e/harness/read-mail-entry.ts');
  const inBrowser = await page.run(
    (_, load, texts) => load().readMails(texts),
    entry,
    mails.map((mail) => mail.toString('base64')),
  );
  expect(inBrowser).toEqual(inNode);
  expect(inNode[0]?.hrefs.length).toBeGreaterThan(8);
  expect(inNode[2]?.beside).toEqual(['https://plain.example/', 'https://packed.example/']);
});
