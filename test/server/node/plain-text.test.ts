import { describe, expect, test } from 'vitest';
import {
  bytesText,
  pluralize,
  durationText,
  shareText,
  timeText,
} from '../../../src/server/node/terminal/numbers.ts';
import { defanged, plainText } from '../../../src/server/node/terminal/plain-text.ts';
import { html, Markup } from '../../../src/server/publisher/report/markup.ts';

describe('text from outside', () => {
  test('text from outside cannot steer a terminal or turn a line', () => {
    expect(plainText('a\u001b[31mb\u202ec\nd')).toBe('a\\u{1b}[31mb\\u{202e}c\\u{a}d');
  });

  test.each([
    ['http://a.example/b?c=d@e', 'hxxp://a[.]example/b?c=d[at]e'],
    ['https://a.example/', 'hxxps://a[.]example/'],
    ['a.example/b', 'a[.]example/b'],
    ['user@a.example', 'user[at]a[.]example'],
  ])('text from outside: %s is published as %s', (url, text) => {
    expect(defanged(url)).toBe(text);
  });

  test('text from outside is escaped in a page unless it is markup', () => {
    const page = html`<b>${'<script>"&\''}</b>${new Markup('<i>')}${null}${3}${[html`<u>${'>'}</u>`]}`;
    expect(page.text).toBe('<b>&lt;script&gt;&quot;&amp;&#39;</b><i>3<u>&gt;</u>');
  });
});

test('numbers of options read as people write them', () => {
  expect([pluralize(1, 'line'), pluralize(1234, 'line'), pluralize(2, 'entry', 'entries')]).toEqual([
    '1 line',
    '1,234 lines',
    '2 entries',
  ]);
  expect([bytesText(999), bytesText(1234), bytesText(5_345_027), bytesText(999_600)]).toEqual([
    '999 B',
    '1.2 kB',
    '5.3 MB',
    '1.0 MB',
  ]);
  expect([durationText(840), durationText(59_700), durationText(125_000)]).toEqual([
    '0.8 s',
    '60 s',
    '2 min 5 s',
  ]);
  expect([shareText(0), shareText(0.043), shareText(1), shareText(0.000_012)]).toEqual([
    '0 %',
    '4.3 %',
    '100 %',
    '0.0012 %',
  ]);
  expect(timeText(1_795_200_929)).toBe('2026-11-20 18:55 UTC');
});
