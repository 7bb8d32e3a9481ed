import { expect, test } from 'vitest';
import { frameTexts } from '../../../../src/extension/background/reader/frame-texts.ts';
import { textsIn } from '../../pages/page-texts.ts';

test('a frame gets the texts that it does not have', async () => {
  const reader = async () => textsIn('zh_CN');
  expect(await frameTexts('zh-CN', reader)).toBeNull();
  for (const known of ['en', '']) {
    const sent = await frameTexts(known, reader);
    expect(sent?.language).toBe('zh-CN');
    expect(sent?.messages['undo']).toBe(textsIn('zh_CN').text('undo'));
  }
});
