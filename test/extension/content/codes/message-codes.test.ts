// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Responses } from '../../../../src/extension/protocol/requests.ts';
import type { Look } from '../../../../src/extension/content/links/found-link.ts';
import type { OpenMessage } from '../../../../src/extension/content/messages/open-messages.ts';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
vi.mock('../../../../src/extension/content/codes/readable-picture.ts', () => ({
  picturesIn: (body: Element) => ({
    pictures: Array.from(body.children, (element) => ({
      element,
      source: element.getAttribute('src') ?? '',
    })),
    isWhole: true,
  }),
  pictureOf: () => Promise.resolve('data:image/png;base64,AAAA'),
}));
const { MessageCodes } = await import('../../../../src/extension/content/codes/message-codes.ts');

type Answer = Responses['read-codes'];

beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A message of so many pictures; `answer` gives what the background says to the nth time that it is asked. */
function messageOf(pictures: number, answer: (nth: number) => Answer | Error) {
  const body = document.createElement('div');
  for (let n = 0; n < pictures; n++) {
    const image = document.createElement('img');
    image.src = `data:image/png;base64,${n}`;
    body.append(image);
  }
  document.body.append(body);
  const message: OpenMessage = { body, key: 'm', isFramed: false };
  const look: Look = { messages: [message], links: [] };
  let asked = 0;
  const codes = new MessageCodes({
    ask: () => {
      asked += 1;
      const said = answer(asked);
      return said instanceof Error ? Promise.reject(said) : Promise.resolve(said);
    },
    isUnreachable: () => true,
    onChange: () => void codes.withCodes(look),
    signal: new AbortController().signal,
  });
  codes.withCodes(look);
  return {
    codes,
    /** Hosts of all links, after what is under way has come. */
    hrefs: async () => {
      await vi.advanceTimersByTimeAsync(0);
      return codes.withCodes(look).links.map(({ href }) => href);
    },
    asked: () => asked,
    isUnread: () => codes.isUnread(message),
  };
}

const FOUND: Answer = { addresses: ['https://a.example/'] };

test('each picture of a message is searched for codes once, however many there are, and a few together', async () => {
  const { hrefs, asked, isUnread } = messageOf(30, (nth) => (nth === 30 ? FOUND : { addresses: [] }));
  expect(asked()).toBe(0);
  expect(await hrefs()).toEqual(['https://a.example/']);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(asked()).toBe(30);
  expect(isUnread()).toBe(false);
});

test.each<[string, Answer | Error]>([
  ['there was no time for', { notRead: 'too-many' }],
  ['nobody answered about', new Error('away')],
])(
  'a picture that %s is not taken for one without a code: that is said, and it is asked about again',
  async (_, none) => {
    const { hrefs, asked, isUnread } = messageOf(3, (nth) => (nth <= 3 ? none : FOUND));
    expect(await hrefs()).toEqual([]);
    expect(isUnread()).toBe(true);
    // Not before there can be time for it.
    await vi.advanceTimersByTimeAsync(50_000);
    expect(asked()).toBe(3);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await hrefs()).toHaveLength(3);
    expect(asked()).toBe(6);
    expect(isUnread()).toBe(false);
  },
);

test('codes that were found stay known while other pictures wait', async () => {
  const { hrefs, isUnread } = messageOf(2, (nth) => (nth === 1 ? FOUND : { notRead: 'too-many' }));
  expect(await hrefs()).toEqual(['https://a.example/']);
  expect(isUnread()).toBe(true);
});

test('where checking is paused nothing is said of unsearched pictures; and they are asked about as soon as it goes on', async () => {
  const { codes, hrefs, asked, isUnread } = messageOf(2, (nth) => (nth <= 2 ? { notRead: 'paused' } : FOUND));
  expect(await hrefs()).toEqual([]);
  expect(isUnread()).toBe(false);
  codes.retry();
  expect(await hrefs()).toHaveLength(2);
  expect(asked()).toBe(4);
});
