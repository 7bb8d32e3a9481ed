import { expect, test } from 'vitest';
import { rewrittenMailto } from '../../../../src/extension/content/hrefs/rewritten-mailto.ts';

test.each([
  [
    'Horde, dynamic view',
    `javascript:void(window.open('/imp/dynamic.php?page=compose&subject=hi&to=sales%40shop.test&popup=1','','width=820,height=610'))`,
    'mailto:sales@shop.test',
  ],
  [
    'Horde, basic view',
    `javascript:void(HordePopup.popup('%7B%22url%22%3A%22%5C%2Fimp%5C%2Fbasic.php%22%2C%22params%22%3A%7B%22page%22%3A%22compose%22%2C%22to%22%3A%22Bob%20%3Cbob%40text.test%3E%22%7D%7D'));`,
    'mailto:bob@text.test',
  ],
  ['another one', `javascript:compose("?act=new&to=anna@choir.test")`, 'mailto:anna@choir.test'],
  ['no recipient', `javascript:void(window.open('/imp/dynamic.php?page=compose&popup=1'))`, null],
  ['another site', `javascript:open('https://evil.example/?to=a@b.test')`, null],
  ['another site without a scheme', `javascript:open('//evil.example/?to=a@b.test')`, null],
  ['another site by backslashes', `javascript:open('\\\\evil.example/?to=a@b.test')`, null],
  ['any script', `javascript:location='https://evil.example/'`, null],
  ['bytes that are no text', `javascript:open('/?to=%ff%40')`, null],
  ['no script', 'https://choir.test/?to=a@b.test', null],
])('a mailto link that a webmail rewrote is read as the sender wrote it: %s', (_, script, mailto) => {
  expect(rewrittenMailto(script)).toBe(mailto);
});
