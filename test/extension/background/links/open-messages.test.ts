import { expect, test } from 'vitest';
import { OpenMessages } from '../../../../src/extension/background/links/open-messages.ts';
import type { AskedLink } from '../../../../src/extension/protocol/link-messages.ts';

const links = (...hrefs: readonly string[]): readonly AskedLink[] =>
  hrefs.map((href, number) => ({ href, text: '', tag: 'a', number }));

const seenIn = (messages: OpenMessages): unknown =>
  messages.framesOf(1, 'm').find(([frameId]) => frameId === 0)?.[1];

test('a frame whose list of links begins with another one shows a new message, of which nothing is known yet', () => {
  const messages = new OpenMessages();
  messages.rememberLinks(1, 0, 'm', links('https://a.example/', 'https://b.example/'));
  messages.rememberFlagged(1, 0, 'm');
  messages.rememberLinks(1, 0, 'm', links('https://a.example/'));
  expect(seenIn(messages)).toMatchObject({ isFlagged: true, links: { size: 2 } });
  messages.rememberLinks(1, 0, 'm', [{ href: 'https://c.example/', text: '', tag: 'a', number: 2 }]);
  expect(seenIn(messages)).toMatchObject({ isFlagged: true, links: { size: 3 } });
  messages.rememberLinks(1, 4, 'm', links('https://d.example/'));
  expect(seenIn(messages)).toMatchObject({ isFlagged: true, links: { size: 3 } });
  messages.rememberLinks(1, 0, 'm', links('https://d.example/'));
  expect(seenIn(messages)).toMatchObject({ isFlagged: false, links: { size: 1 } });
});

test('a message is recognised by its first link, however long that is', () => {
  const messages = new OpenMessages();
  const long = links(`https://a.example/${'x'.repeat(20_000)}`);
  messages.rememberLinks(1, 0, 'm', long);
  messages.rememberFlagged(1, 0, 'm');
  messages.rememberLinks(1, 0, 'm', long);
  expect(seenIn(messages)).toMatchObject({ isFlagged: true });
});

test('the verdict on a message is not kept for the next message in the same frame', () => {
  const messages = new OpenMessages();
  const facts = { head: null, body: null };
  const { seen } = messages.rememberFacts(1, 0, { messageKey: 'm', revision: 1, facts });
  const judged = {
    of: 'it',
    verdict: { kind: 'clear', asks: false, reasons: [], linkIndices: [], revision: 1 },
  } as const;
  messages.rememberJudged(1, 0, 'm', seen, judged);
  expect(seenIn(messages)).toMatchObject({ judged });

  messages.rememberLinks(1, 0, 'm', links('https://a.example/'));
  messages.rememberLinks(1, 0, 'm', links('https://b.example/'));
  messages.rememberJudged(1, 0, 'm', seen, judged);
  expect(seenIn(messages)).toMatchObject({ judged: null });
});
