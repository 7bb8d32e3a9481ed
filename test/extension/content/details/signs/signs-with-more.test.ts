import { describe, expect, test } from 'vitest';
import { signsWithMore } from '../../../../../src/extension/content/details/signs/signs-with-more.ts';
import type { MarkedLink } from '../../../../../src/extension/content/marks/marked-link.ts';
import type { MessageSign } from '../../../../../src/extension/content/marks/message-sign.ts';
import type { OpenMessage } from '../../../../../src/extension/content/messages/open-messages.ts';

// Nothing is asked of these elements here.
const element = {} as Element;
const message = (key: string): OpenMessage => ({ body: element, isFramed: false, key });
const links = (of: OpenMessage, count: number, level: MarkedLink['level'] = 'danger'): MarkedLink[] =>
  Array.from({ length: count }, (_, n) => ({
    link: { element, href: String(n), message: of, isSender: false },
    level,
    answer: { verdict: { kind: 'clear' }, layers: [], scopes: [] },
  }));
const none = (): boolean => false;

describe('a message with more links than can be marked at once', () => {
  test.each([
    [200, undefined],
    [201, 1],
    [5_000, 4_800],
  ])('a message with more links than can be marked at once says so by a sign: of %d: %s', (count, more) => {
    const mail = message('m');
    expect(signsWithMore(new Map(), links(mail, count), none).get(mail)?.more).toBe(more);
  });

  test('a message with more links than can be marked at once keeps what its sign says besides, and is counted alone', () => {
    const [mail, other] = [message('m'), message('n')];
    const sign = { unchecked: 'expired' } as MessageSign;
    const signs = signsWithMore(new Map([[mail, sign]]), [...links(mail, 300), ...links(other, 150)], none);
    expect(signs.get(mail)).toEqual({ ...sign, more: 100 });
    expect(signs.has(other)).toBe(false);
  });

  test('a message with more links than can be marked at once is none where the links are the page’s own', () => {
    expect(signsWithMore(new Map(), links({ ...message('p'), isPage: true }, 300), none).size).toBe(0);
  });
});

describe('a message with flagged links that are drawn where no mark can be', () => {
  test('a message with flagged links that are drawn where no mark can be says how many, and knows the first of them', () => {
    const mail = message('m');
    const [first, second, third] = links(mail, 3) as [MarkedLink, MarkedLink, MarkedLink];
    const sign = { unchecked: 'expired' } as MessageSign;
    const signs = signsWithMore(new Map([[mail, sign]]), [first, second, third], (each) => each !== first);
    expect(signs.get(mail)).toEqual({ ...sign, unplaced: { count: 2, first: second } });
  });

  test('a message with flagged links that are drawn where no mark can be says nothing of what is only not checked, or is the page’s own', () => {
    const all = (): boolean => true;
    expect(signsWithMore(new Map(), links(message('m'), 2, 'unchecked'), all).size).toBe(0);
    expect(signsWithMore(new Map(), links({ ...message('p'), isPage: true }, 2), all).size).toBe(0);
  });
});
