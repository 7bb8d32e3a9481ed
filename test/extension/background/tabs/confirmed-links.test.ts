import { expect, test } from 'vitest';
import { ConfirmedLinks } from '../../../../src/extension/background/tabs/confirmed-links.ts';

const FRAME = { tabId: 7, frameId: 3 };
const LINK = { type: 'open-agreed', id: 'q', href: 'https://b.example/', isBehind: false } as const;

function agreedAt(clock: { ms: number }) {
  const opened: string[] = [];
  const told: string[] = [];
  const agreed = new ConfirmedLinks({
    tell: ({ type }, tabId, frameId) => void told.push(`${type} ${tabId} ${frameId}`),
    open: (href, tabId, isBehind) => {
      opened.push(`${href} ${tabId} ${isBehind}`);
      return Promise.resolve();
    },
    now: () => clock.ms,
  });
  const answer = (goOn: boolean): void => agreed.tell({ type: 'question-answered', id: 'q', goOn }, 7, 3);
  return { agreed, answer, opened, told };
}

test('a yes from elsewhere is told, and opens one link for the frame that asked', async () => {
  const { agreed, answer, opened, told } = agreedAt({ ms: 0 });
  answer(true);
  expect(told).toEqual(['question-answered 7 3']);
  await agreed.open({ ...LINK, isBehind: true }, FRAME);
  await agreed.open(LINK, FRAME);
  expect(opened).toEqual(['https://b.example/ 7 true']);
});

test.each([
  ['nobody has answered', [], LINK, FRAME],
  ['the answer was no', [false], LINK, FRAME],
  ['another frame asks for it', [true], LINK, { tabId: 7, frameId: 4 }],
  ['another tab asks for it', [true], LINK, { tabId: 8, frameId: 3 }],
  ['it was another question', [true], { ...LINK, id: 'p' }, FRAME],
  ['it is no web address', [true], { ...LINK, href: 'chrome://settings/' }, FRAME],
  ['it is a script', [true], { ...LINK, href: 'javascript:alert(1)' }, FRAME],
])('nothing opens where %s', async (_, answers, link, frame) => {
  const { agreed, answer, opened } = agreedAt({ ms: 0 });
  for (const each of answers) answer(each);
  await agreed.open(link, frame);
  expect(opened).toEqual([]);
});

test('an answer of which nothing came is of no use later', async () => {
  const clock = { ms: 0 };
  const { agreed, answer, opened } = agreedAt(clock);
  answer(true);
  clock.ms = 5_001;
  await agreed.open(LINK, FRAME);
  expect(opened).toEqual([]);
});

test('a card that was shown elsewhere opens one link too, and only where that is what the reader chose there', async () => {
  const { agreed, opened } = agreedAt({ ms: 0 });
  agreed.tell({ type: 'done-above', id: 'q', done: { kind: 'closed' } }, 7, 3);
  await agreed.open(LINK, FRAME);
  expect(opened).toEqual([]);
  agreed.tell({ type: 'done-above', id: 'q', done: { kind: 'open' } }, 7, 3);
  await agreed.open(LINK, FRAME);
  await agreed.open(LINK, FRAME);
  expect(opened).toEqual(['https://b.example/ 7 false']);
});
