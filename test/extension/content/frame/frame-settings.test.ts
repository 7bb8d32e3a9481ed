import { describe, expect, test, vi } from 'vitest';
import {
  FrameSettings,
  type FrameSettingsOptions,
} from '../../../../src/extension/content/frame/frame-settings.ts';
import { NOTHING_ADMINISTERED } from '../../../../src/extension/protocol/policy-messages.ts';
import { DEFAULT_PREFERENCES } from '../../../../src/extension/protocol/preference-messages.ts';

const CHINESE = { language: 'zh-CN', messages: { card_trust: '信任' } };

/** A frame whose browser gives it texts in one language, and what it asked the background for. */
function aFrame(known: string, chosen: string | null) {
  const asked: unknown[] = [];
  const onLanguage = vi.fn<() => void>();
  const ask = async (request: { readonly type: string }): Promise<unknown> => {
    asked.push(request);
    return request.type === 'get-texts'
      ? CHINESE
      : { ...DEFAULT_PREFERENCES, language: chosen, locked: [], administered: NOTHING_ADMINISTERED };
  };
  const settings = new FrameSettings({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it answers the two that are asked
    ask: ask as FrameSettingsOptions['ask'],
    texts: { language: known, text: () => (known === '' ? '' : 'Trust') },
    onLanguage,
  });
  return { asked, onLanguage, settings };
}

describe('the texts of a frame', () => {
  test('the texts of a frame are the browser’s, and nothing is asked about them', async () => {
    const { asked, settings } = aFrame('en', null);
    await settings.load();
    expect(asked).toEqual([{ type: 'get-preferences' }]);
    expect(settings.texts.text('card_trust')).toBe('Trust');
  });

  for (const [why, known, chosen] of [
    ['the reader has chosen another language', 'en', 'zh-CN'],
    ['the browser gives the frame none', '', null],
  ] as const)
    test(`the texts of a frame come from the background where ${why}`, async () => {
      const { asked, onLanguage, settings } = aFrame(known, chosen);
      await settings.load();
      expect(asked).toEqual([{ type: 'get-preferences' }, { type: 'get-texts', known }]);
      await vi.waitFor(() => expect(onLanguage).toHaveBeenCalledOnce());
      expect(settings.texts.text('card_trust')).toBe('信任');
    });
});
