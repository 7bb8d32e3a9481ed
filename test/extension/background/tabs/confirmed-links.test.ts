import { expect, test } from 'vitest';
import { NOTHING_ADMINISTERED } from '../../../../src/extension/protocol/policy-messages.ts';
import { decideClick } from '../../../../src/extension/content/guard/click-decision.ts';
import { clickDecision, type Verdict } from '../../../../src/core/verdict/verdict.ts';
import { ConfirmedLinks } from '../../../../src/extension/background/tabs/confirmed-links.ts';

const FRAME = { tabId: 7, frameId: 3 };
const LINK = { type: 'open-agreed', id: 'q', href: 'https://b.example/', isBehind: false } as const;

/** @param late - links that a click opens at once, and how many of them may open */
function agreedAt(clock: { ms: number }, late = { hrefs: new Set<string>(), room: 0 }) {
  const opened: string[] = [];
  const told: string[] = [];
  const agreed = new ConfirmedLinks({
    tell: ({ type }, tabId, frameId) => void told.push(`${type} ${tabId} ${frameId}`),
    open: (href, tabId, isBehind) => {
      opened.push(`${href} ${tabId} ${isBehind}`);
      return Promise.resolve();
    },
    opensAtOnce: (href, { tabId, frameId }) =>
      Promise.resolve(tabId === 7 && frameId === 3 && late.hrefs.has(href)),
    admits: () => {
      late.room -= 1;
      return Promise.resolve(late.room >= 0);
    },
    now: () => clock.ms,
  });
  const answer = (goOn: boolean): void => agreed.tell({ type: 'question-answered', id: 'q', goOn }, 7, 3);
  return { agreed, answer, opened, told };
}

test('a confirmation of a link from another document is reported, and opens one link for the frame that asked', async () => {
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
])('no tab is opened for a frame where %s', async (_, answers, link, frame) => {
  const { agreed, answer, opened } = agreedAt({ ms: 0 });
  for (const each of answers) answer(each);
  await agreed.open(link, frame);
  expect(opened).toEqual([]);
});

test('an unused confirmation of a link expires', async () => {
  const clock = { ms: 0 };
  const { agreed, answer, opened } = agreedAt(clock);
  answer(true);
  clock.ms = 5_001;
  await agreed.open(LINK, FRAME);
  expect(opened).toEqual([]);
});

test('a card that was shown in another document opens one link too, and only where that is what the reader chose there', async () => {
  const { agreed, opened } = agreedAt({ ms: 0 });
  agreed.tell({ type: 'done-above', id: 'q', done: { kind: 'closed' } }, 7, 3);
  await agreed.open(LINK, FRAME);
  expect(opened).toEqual([]);
  agreed.tell({ type: 'done-above', id: 'q', done: { kind: 'open' } }, 7, 3);
  await agreed.open(LINK, FRAME);
  await agreed.open(LINK, FRAME);
  expect(opened).toEqual(['https://b.example/ 7 false']);
});

test('a link that a frame says opens at once is opened late too, without a question, and only so often', async () => {
  const late = { hrefs: new Set([LINK.href, 'chrome://settings/', 'javascript:alert(1)']), room: 2 };
  const { agreed, opened } = agreedAt({ ms: 0 }, late);
  for (const href of ['https://other.example/', 'chrome://settings/', 'javascript:alert(1)'])
    await agreed.open({ ...LINK, id: '', href }, FRAME);
  await agreed.open({ ...LINK, id: '' }, { tabId: 7, frameId: 4 });
  expect(opened).toEqual([]);
  for (let asked = 0; asked < 4; asked += 1) await agreed.open({ ...LINK, id: '' }, FRAME);
  expect(opened).toEqual(['https://b.example/ 7 false', 'https://b.example/ 7 false']);
});

const flagged = (level: 'danger' | 'caution', asks: boolean): Verdict => ({
  kind: 'flagged',
  level,
  asks,
  reasons: [],
});

test.each<[string, Verdict, 'mark' | 'ask' | 'disable', 'mark' | 'ask' | 'disable', boolean]>([
  ['what is clear', { kind: 'clear' }, 'ask', 'mark', true],
  ['what has no list', { kind: 'unchecked', because: 'no-snapshot', asks: false }, 'ask', 'mark', true],
  ['what was made unreadable', { kind: 'unchecked', because: 'truncated', asks: true }, 'ask', 'mark', false],
  ['what was not answered', { kind: 'unchecked', because: 'overloaded', asks: false }, 'mark', 'mark', false],
  ['danger', flagged('danger', true), 'ask', 'mark', false],
  ['danger that is not opened', flagged('danger', true), 'disable', 'mark', false],
  ['danger that is only marked', flagged('danger', true), 'mark', 'mark', true],
  ['caution that is only marked', flagged('caution', false), 'ask', 'mark', true],
  ['caution that asks by itself', flagged('caution', true), 'ask', 'mark', false],
  ['caution that asks by choice', flagged('caution', false), 'ask', 'ask', false],
])('background and frames agree whether %s opens at once', (_, verdict, onDanger, onCaution, opens) => {
  expect(clickDecision(verdict, { onDanger, onCaution }) === 'open').toBe(opens);
  const decision = decideClick(
    { verdict, layers: [], scopes: [] },
    { onDanger, onCaution, administered: NOTHING_ADMINISTERED },
  );
  expect(decision === 'open').toBe(opens);
});
