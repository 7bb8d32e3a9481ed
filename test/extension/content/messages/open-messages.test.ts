// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebmailAdapter } from '../../../../src/extension/content/webmail/webmail-adapter.ts';

// The DOM of unit tests has no links of SVG.
vi.stubGlobal(
  'SVGAElement',
  class {
    href = null;
  },
);
// Browsers have this getter at `Node`, where the script takes it from.
const textContent = Object.getOwnPropertyDescriptor(Element.prototype, 'textContent');
if (textContent !== undefined) Object.defineProperty(Node.prototype, 'textContent', textContent);
const { openMessages, messageInPath } =
  await import('../../../../src/extension/content/messages/open-messages.ts');

const ADAPTER: WebmailAdapter = {
  name: 'one-body',
  messageBody: '#body',
  sender: '#from',
  subject: '#about',
};
const FIRST = '<p>The first message <a href="https://a.example/">link</a></p>';
const SECOND = '<p>The second message <a href="https://a.example/">link</a></p>';

beforeEach(() => {
  document.body.replaceChildren(...nodesOf('<div id="body"><div id="inner"></div></div>'));
  fill(FIRST);
});

const at = (selector: string): Element => {
  const found = document.querySelector(selector);
  if (found === null) throw new RangeError(`no ${selector}`);
  return found;
};

function nodesOf(html: string): readonly Node[] {
  return [...new DOMParser().parseFromString(html, 'text/html').body.childNodes];
}

/** The webmail's own box around a message stays. */
function fill(html: string): void {
  at('#inner').replaceChildren(...nodesOf(html));
}

/** The key of the one message, which a click in it has too. */
function key(): string {
  const source = { adapter: ADAPTER, isWholeDocument: false };
  const [message] = openMessages(source);
  expect(messageInPath([at('#inner'), at('#body'), document], source)?.key).toBe(message?.key);
  return message?.key ?? '';
}

describe('one body element that shows message after message', () => {
  test.each([
    ['at once', () => fill(SECOND)],
    [
      'after it was empty for a while',
      () => {
        fill('');
        key();
        fill(SECOND);
      },
    ],
    [
      'after a sign that it loads',
      () => {
        at('#inner').textContent = 'Loading …';
        key();
        fill(SECOND);
      },
    ],
    [
      'that has nothing but a picture in its link',
      () => {
        fill('<a href="https://a.example/"><img alt=""></a>');
      },
    ],
    [
      'with the first one quoted behind it',
      () => {
        fill(SECOND + FIRST);
      },
    ],
    [
      'that begins with the text of the first',
      () => {
        fill(`${FIRST}<p>and more</p>`);
      },
    ],
  ])(
    'one body element that shows message after message has another key for the next one, %s',
    (_, exchange) => {
      const before = key();
      exchange();
      const next = key();
      expect(next).not.toBe(before);
      expect(key()).toBe(next);
    },
  );

  test('one body element that shows message after message has another key for the next one when both are a picture in the same link', () => {
    const picture = '<a href="https://a.example/"><img alt=""></a>';
    fill(picture);
    const before = key();
    fill(picture);
    expect(key()).not.toBe(before);
  });

  test.each([
    [
      'is drawn again',
      () => {
        fill('');
        key();
        fill(FIRST);
      },
    ],
    ['grows', () => at('#inner').append(...nodesOf(SECOND))],
    ['changes under its first link', () => at('#inner').append('shown again')],
    ['gives its link another address', () => at('a').setAttribute('href', 'https://b.example/')],
    ['has pictures that come late', () => at('#inner').prepend(document.createElement('img'))],
  ])(
    'one body element that shows message after message keeps its key while the same message %s',
    (_, change) => {
      const before = key();
      change();
      expect(key()).toBe(before);
    },
  );

  test('one body element that shows message after message keeps its key when what was empty is filled', () => {
    fill('');
    const before = key();
    fill(FIRST);
    expect(key()).toBe(before);
  });
});
