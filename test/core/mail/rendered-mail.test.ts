import { expect, test } from 'vitest';
import { renderHtml } from '../../../src/core/mail/shown/rendered-mail.ts';
import { parseHtml } from '../../../src/core/mail/content/parse-html.ts';

const textOf = (html: string): string => renderHtml(html, parseHtml).body.text;

// As mail programs write: a box without letters around each column, and letters of their own in it.
test.each([
  [
    'letters of a size of their own in a box without any',
    '<td style="font-size:0px"><p style="font-size:14px">seen</p>not</td>',
    'seen',
  ],
  [
    'the same by a class',
    '<style>.column{font-size:0} .words{font-size:1em;font-size:13px}</style><div class="column"><p class="words">seen</p>not</div>',
    'seen',
  ],
  [
    'what is visible in what is not',
    '<div style="visibility:hidden">not <b style="visibility: visible">seen</b></div>',
    'seen',
  ],
  [
    'what is shown inline though its class is left out',
    '<style>.a{display:none}</style><p class="a" style="display:block">seen</p><p class="a">not</p>',
    'seen',
  ],
  [
    'what a later rule shows again',
    '<style>.a{display:none} .a{display:block}</style><p class="a">seen</p>',
    'seen',
  ],
])('text of a mail’s HTML is read: %s', (_, html, text) => {
  expect(textOf(html)).toBe(text);
});

test.each([
  ['left out', '<div style="display:none!important"><p style="display:block">not</p></div>'],
  ['transparent', '<div style="opacity:0"><p style="opacity:1">not</p></div>'],
  ['collapsed', '<style>div.a{visibility: collapse; width: 0}</style><div class="a">not</div>'],
  ['too small', '<div style="font-size:1px"><p style="color:red">not</p></div>'],
  ['too small, whatever part of it', '<div style="font-size:0"><p style="font-size:2em">not</p></div>'],
  ['hidden by its attribute', '<div hidden>not</div>'],
])('text of a mail’s HTML is not read, as it is %s', (_, html) => {
  expect(textOf(html)).toBe('');
});

test('the text of a link is cut where the extension cuts it, however it is indented', () => {
  const [link] = renderHtml(
    `<a href="https://shop.example/">${'a\n          '.repeat(1_500)}</a>`,
    parseHtml,
  ).links;
  expect(link?.text).toBe('a '.repeat(1_000));
});

test('a place where a long word may break is no space', () => {
  expect(textOf('https://shop.example/<wbr>a-<wbr>long-way')).toBe('https://shop.example/a-long-way');
});

test.each(['divRplyFwdMsg', 'x_divRplyFwdMsg', 'appendonsend'])(
  'Outlook’s quotation of an earlier mail begins below #%s',
  (id) => {
    const { body } = renderHtml(`Yes.<div id="${id}">From: Ann</div>`, parseHtml);
    expect(body.hasQuote).toBe(true);
  },
);
