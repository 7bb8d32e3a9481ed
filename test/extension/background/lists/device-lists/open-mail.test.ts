import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OpenMail } from '../../../../../src/extension/background/lists/device-lists/open-mail.ts';
import type { CheckLinks } from '../../../../../src/extension/protocol/link-messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const asked = (...links: readonly (readonly [href: string, tag: string])[]): CheckLinks => ({
  type: 'check-links',
  messageKey: 'k',
  sender: null,
  links: links.map(([href, tag], number) => ({ href, tag, text: '', number })),
});

describe('the links of the mail that is open', () => {
  test('the links of the mail that is open are those that the popup counts: not the sender, whose address is asked about like one', async () => {
    const mail = new OpenMail(() => Promise.resolve(1));
    const links = mail.links();
    mail.onCheck(
      asked(
        ['mailto:sender@news.example', 'sender'],
        ['https://a.example/', 'a'],
        ['https://b.example/', 'img'],
      ),
    );
    await vi.runAllTimersAsync();
    expect(await links).toEqual(['https://a.example/', 'https://b.example/']);
  });

  test('the links of the mail that is open are none where no mail is open, and nothing is kept of what nobody asked for', async () => {
    const mail = new OpenMail(() => Promise.resolve(0));
    mail.onCheck(asked(['https://a.example/', 'a']));
    expect(await mail.links()).toEqual([]);
  });
});
