// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { firstAidAbout, firstAidView } from '../../../src/extension/pages/first-aid/first-aid-view.tsx';
import { LANGUAGES } from '../../../src/extension/platform/texts/texts.ts';
import { redraw } from '../../../src/extension/pages/redraw.ts';
import { FIRST_AID_ABOUT, type FirstAidAbout } from '../../../src/extension/protocol/first-aid-messages.ts';
import { textsIn } from './page-texts.ts';

function shown(about: FirstAidAbout, language: (typeof LANGUAGES)[number] = 'en'): HTMLElement {
  const page = document.createElement('div');
  redraw(page, firstAidView(about, null, textsIn(language)));
  return page;
}

const opened = (page: HTMLElement): readonly string[] =>
  [...page.querySelectorAll('details')].filter(({ open }) => open).map(({ id }) => id);

describe('what to do after a mistake', () => {
  test.each([
    ['phishing', ['password', 'code', 'card', 'only']],
    ['malware', ['file', 'remote', 'only']],
    ['scam', ['money', 'card', 'remote', 'identity']],
    ['spam', ['only', 'card', 'identity']],
    ['other', ['password', 'card', 'file', 'only']],
  ] as const)('what to do after a mistake begins with what is likely after %s', (about, first) => {
    const page = shown(about);
    expect(opened(page)).toEqual(first);
    expect([...page.querySelectorAll('details')].slice(0, first.length).map(({ id }) => id)).toEqual(first);
  });

  test.each(LANGUAGES.flatMap((language) => FIRST_AID_ABOUT.map((about) => [language, about] as const)))(
    'what to do after a mistake has everything, once, in %s after %s, and leads nowhere',
    (language, about) => {
      const page = shown(about, language);
      const ids = [...page.querySelectorAll('details')].map(({ id }) => id);
      expect(ids).toHaveLength(8);
      expect(new Set(ids).size).toBe(8);
      for (const part of page.querySelectorAll('details'))
        expect(part.querySelectorAll('li').length, part.id).toBeGreaterThan(0);
      // A message may have brought the reader here: nothing to press that leads on.
      expect(page.querySelectorAll('a, button, form, img')).toHaveLength(0);
    },
  );

  test("the page on what to do after a mistake names the administrator's help desk, as text", () => {
    const page = document.createElement('div');
    redraw(
      page,
      firstAidView('other', { text: 'Call <b>4711</b>', contact: 'help@b.example' }, textsIn('en')),
    );
    expect(page.querySelector('.notice')?.textContent).toBe(
      'Your help desk: Call <b>4711</b> · help@b.example',
    );
  });

  test.each([
    ['#malware', 'malware'],
    ['#other', 'other'],
    ['', 'other'],
    ['#constructor', 'other'],
    ['#<img src=x>', 'other'],
  ])('what to do after a mistake takes the address %s as %s', (hash, about) => {
    expect(firstAidAbout(hash)).toBe(about);
  });
});
