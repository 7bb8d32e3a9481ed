// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { questionView } from '../../../src/extension/pages/question/question-view.tsx';
import { pageContext } from '../../../src/extension/pages/page-context.ts';
import { LANGUAGES } from '../../../src/extension/platform/texts/texts.ts';
import { NOTHING_ADMINISTERED } from '../../../src/extension/protocol/policy-messages.ts';
import type { GuardView } from '../../../src/extension/protocol/question-messages.ts';
import type { ShownLayer } from '../../../src/extension/protocol/link-messages.ts';
import { textsIn } from './page-texts.ts';

const NOW = 1_800_000_000;
const HREF = 'https://login.bank-check.example/verify?x=<b>';
const LISTED: GuardView = {
  kind: 'ask',
  href: HREF,
  isForm: false,
  answer: {
    verdict: {
      kind: 'flagged',
      level: 'danger',
      asks: true,
      reasons: [
        {
          kind: 'listed',
          category: 'phishing',
          level: 'danger',
          expression: 'bank-check.example/',
          group: 'A feed',
          channel: 'c',
          channelName: 'C',
          serial: 1,
          publishedAt: NOW,
          layer: 0,
        },
      ],
    },
    layers: [
      { url: HREF, host: 'login.bank-check.example', registrableDomain: 'bank-check.example', wrapper: null },
    ],
    scopes: [],
  },
};

function shown(
  view: GuardView,
  language: (typeof LANGUAGES)[number] = 'en',
  administered = NOTHING_ADMINISTERED,
  isSettling = false,
) {
  const said: unknown[] = [];
  const page = questionView(
    view,
    isSettling,
    { answer: (goOn) => said.push(goOn), openFirstAid: (about) => said.push(about) },
    pageContext(textsIn(language), NOW, administered),
  );
  const press = (name: string): void => {
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
  };
  return { page, said, press, buttons: [...page.querySelectorAll('button')].map((each) => each.textContent) };
}

describe('the question in a window', () => {
  test('the question in a window says what it is about, why, and where it leads, as text', () => {
    const { page, said, press, buttons } = shown(LISTED);
    expect(page.querySelector('h1')?.textContent).toBe('This link is dangerous');
    expect(page.textContent).toContain('A feed');
    expect(page.querySelector('strong')?.textContent).toBe('bank-check.example');
    expect(page.textContent).toContain('login.bank-check.example/verify?x=%3Cb%3E');
    expect(page.querySelector('b')).toBeNull();
    expect(page.textContent).toContain('Do not type a password or pay there.');
    expect(buttons).toEqual(['Go back (recommended)', 'Open anyway', 'I already entered something']);
    for (const name of buttons) press(name);
    expect(said).toEqual([false, true, 'phishing']);
  });

  test.each([true, false])(
    'the question in a window looks as if it takes no answer as long as it takes none: %s',
    (isSettling) => {
      const { page } = shown(LISTED, 'en', NOTHING_ADMINISTERED, isSettling);
      expect(page.classList.contains('settling')).toBe(isSettling);
    },
  );

  test.each<[string, GuardView, string, readonly string[]]>([
    [
      'a form',
      { ...LISTED, isForm: true },
      'This form is dangerous',
      ['Go back (recommended)', 'Send anyway', 'I already entered something'],
    ],
    [
      'what settings do not let open',
      { ...LISTED, kind: 'refuse' },
      'This link is dangerous',
      ['Go back (recommended)', 'I already entered something'],
    ],
    [
      'a check that goes on',
      { kind: 'checking', href: HREF, isForm: false },
      'Checking this link…',
      ['Go back (recommended)'],
    ],
    [
      'a check that takes long',
      { kind: 'slow', href: HREF, isForm: false },
      'This link is not checked',
      ['Go back (recommended)', 'Open unchecked'],
    ],
    [
      'a link that nobody could check',
      {
        ...LISTED,
        kind: 'ask',
        answer: { verdict: { kind: 'unchecked', because: 'truncated', asks: true }, layers: [], scopes: [] },
      },
      'This link is not checked',
      ['Go back (recommended)', 'Open unchecked'],
    ],
  ])('the question in a window of %s offers what there is', (_, view, title, buttons) => {
    const question = shown(view);
    expect(question.page.querySelector('h1')?.textContent).toBe(title);
    expect(question.buttons).toEqual(buttons);
    expect(question.page.textContent).toContain('bank-check.example');
  });

  describe('shows whose page it is, whatever stands before it', () => {
    const MASKED = `https://www.paypal.com-signin-${'a'.repeat(200)}:x@evil.example/${'b'.repeat(300)}`;
    const LONG = `http://${'www.'.repeat(40)}evil.example/${'b'.repeat(300)}`;
    const answered = (url: string, layer: Partial<ShownLayer> = {}): GuardView => ({
      kind: 'ask',
      href: url,
      isForm: false,
      answer: {
        verdict: { kind: 'unchecked', because: 'no-snapshot', asks: true },
        layers: [
          { url, host: new URL(url).hostname, registrableDomain: 'evil.example', wrapper: null, ...layer },
        ],
        scopes: [],
      },
    });
    const unread = (url: string): readonly GuardView[] => [
      { kind: 'checking', href: url, isForm: false },
      { kind: 'slow', href: url, isForm: false },
      {
        kind: 'ask',
        href: url,
        isForm: false,
        answer: {
          verdict: { kind: 'unchecked', because: 'no-snapshot', asks: true },
          layers: [],
          scopes: [],
        },
      },
    ];
    const address = (view: GuardView): Element => {
      const element = shown(view).page.querySelector('.question-address');
      if (element === null) throw new Error('no address is shown');
      return element;
    };

    test.each([answered(MASKED), answered(MASKED, { registrableDomain: null }), ...unread(MASKED)])(
      'the question in a window does not show credentials of the address: $kind',
      (view) => {
        expect(address(view).querySelector('strong')?.textContent).toBe('evil.example');
        expect(address(view).textContent).not.toContain('paypal');
        expect(address(view).textContent.length).toBeLessThan(200);
      },
    );

    test('the question in a window shortens a long host before its domain', () => {
      const shownAddress = address(answered(LONG));
      expect(shownAddress.querySelector('strong')?.textContent).toBe('evil.example');
      expect(shownAddress.textContent).toMatch(/^http:\/\/www\.[^/]*…[^/]*www\.evil\.example\/b/);
      expect(shownAddress.textContent.length).toBeLessThan(200);
    });

    test.each(unread(LONG))(
      'the question in a window shows a long host whole before anybody knows its domain: $kind',
      (view) => {
        expect(address(view).querySelector('strong')?.textContent).toBe(new URL(LONG).hostname);
      },
    );

    test('the question in a window shows an address without a host as it is', () => {
      const mail = 'mailto:a@evil.example';
      expect(address({ kind: 'slow', href: mail, isForm: false }).textContent).toBe(mail);
    });
  });

  test.each(LANGUAGES)(
    'the question in a window says in %s that closing opens nothing, and what the administrator says',
    (language) => {
      const { page } = shown(LISTED, language, {
        ...NOTHING_ADMINISTERED,
        support: { text: 'Call <b>4711</b>', contact: '' },
      });
      expect(page.textContent).toContain(textsIn(language).text('question_window'));
      expect(page.textContent).toContain('Call <b>4711</b>');
    },
  );
});
