import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ChosenTexts, piecesOf } from '../../../../src/extension/content/texts/content-texts.ts';
import { Texts, type Catalogue, type FrameKey } from '../../../../src/extension/platform/texts/texts.ts';

const own = { language: 'en', text: (key: FrameKey) => `own ${key}` };
const chinese = new Texts(
  'zh_CN',
  JSON.parse(readFileSync('public/_locales/zh_CN/messages.json', 'utf8')) as Catalogue,
);

test('texts of the content script are the browser’s until others are chosen, and again when none are', () => {
  const texts = new ChosenTexts(own);
  expect(texts.text('card_trust')).toBe('own card_trust');
  expect(texts.choose(null)).toBe(false);
  expect(texts.choose({ language: 'zh-CN', messages: chinese.forFrames() })).toBe(true);
  expect(texts.language).toBe('zh-CN');
  expect(texts.text('card_trusted', 'a.example')).toBe(chinese.text('card_trusted', 'a.example'));
  expect(texts.choose({ language: 'zh-CN', messages: chinese.forFrames() })).toBe(false);
  expect(texts.choose(null)).toBe(true);
  expect(texts.text('card_trust')).toBe('own card_trust');
});

test('values go where they belong in a text, whatever is in them; a key that did not come is the browser’s', () => {
  const texts = new ChosenTexts(own);
  texts.choose({ language: 'x', messages: { card_trusted: '$2 then $1, for $$5', constructor: 'x' } });
  expect(texts.text('card_trusted', '$2', 'b')).toBe('b then $2, for $5');
  expect(piecesOf(texts, 'card_trusted', 'one', 'two')).toEqual(['', 'two', ' then ', 'one', ', for $5']);
  expect(texts.text('card_why')).toBe('own card_why');
});

test('every text that frames may ask for is sent, and no text of other pages', () => {
  const sent = Object.keys(chinese.forFrames());
  expect(sent.length).toBeGreaterThan(70);
  expect(sent).toContain('undo');
  expect(sent.filter((key) => /^(options|popup|welcome|context)/.test(key))).toEqual([]);
  expect(Object.values(chinese.forFrames()).filter((message) => /\$\w+\$/.test(message))).toEqual([]);
});
