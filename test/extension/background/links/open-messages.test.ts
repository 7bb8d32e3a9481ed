import { expect, test } from 'vitest';
import { OpenMessages } from '../../../../src/extension/background/links/open-messages.ts';
import type { AskedLink } from '../../../../src/extension/protocol/link-messages.ts';

const links = (...hrefs: readonly string[]): readonly AskedLink[] =>
  hrefs.map((href, number) => ({ href, text: '', tag: 'a', number }));

test('links that begin anew with another one are another message, of which nothing is known yet', () => {
  const messages = new OpenMessages();
  messages.rememberLinks(1, 0, 'm', links('https://a.example/', 'https://b.example/'));
  messages.seen(1, 0, 'm').isFlagged = true;
  messages.rememberLinks(1, 0, 'm', links('https://a.example/'));
  expect(messages.seen(1, 0, 'm')).toMatchObject({ isFlagged: true, links: { size: 2 } });
  messages.rememberLinks(1, 0, 'm', [{ href: 'https://c.example/', text: '', tag: 'a', number: 2 }]);
  expect(messages.seen(1, 0, 'm')).toMatchObject({ isFlagged: true, links: { size: 3 } });
  messages.rememberLinks(1, 4, 'm', links('https://d.example/'));
  expect(messages.seen(1, 0, 'm')).toMatchObject({ isFlagged: true, links: { size: 3 } });
  messages.rememberLinks(1, 0, 'm', links('https://d.example/'));
  expect(messages.seen(1, 0, 'm')).toMatchObject({ isFlagged: false, links: { size: 1 } });
});

test('a first link of any length is known again', () => {
  const messages = new OpenMessages();
  const long = links(`https://a.example/${'x'.repeat(20_000)}`);
  messages.rememberLinks(1, 0, 'm', long);
  messages.seen(1, 0, 'm').isFlagged = true;
  messages.rememberLinks(1, 0, 'm', long);
  expect(messages.seen(1, 0, 'm').isFlagged).toBe(true);
});
