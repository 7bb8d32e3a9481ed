import { expect, test } from 'vitest';
import { onePerScope, scopesFor } from '../../../../../src/extension/content/details/cards/scopes-for.ts';
import type { LinkVerdict } from '../../../../../src/extension/protocol/link-messages.ts';

const site = { scope: 'site', subject: 'b.example' } as const;
const sender = { scope: 'sender', subject: 'shop@b.example' } as const;
const flagged = (level: 'danger' | 'caution', cannotTrust?: true): LinkVerdict => ({
  verdict: { kind: 'flagged', level, asks: level === 'danger', reasons: [] },
  layers: [],
  scopes: [site, sender],
  ...(cannotTrust === undefined ? {} : { cannotTrust }),
});

test.each([
  ['caution', undefined, 'trust', [site, sender]],
  ['danger', undefined, 'trust', [site]],
  ['danger', undefined, 'block', [site, sender]],
  ['danger', true, 'trust', []],
  ['danger', true, 'block', [site, sender]],
] as const)(
  'a card of %s that cannot be trusted: %s; %s is offered for',
  (level, cannotTrust, action, offered) => {
    expect(scopesFor(action, { answer: flagged(level, cannotTrust), level })).toEqual(offered);
  },
);

test('a card offers a folder only where nothing wider can be decided, and then the widest', () => {
  const link = { scope: 'link', subject: 'docs.google.com/forms/d/e/1x/a/b' } as const;
  const folders = ['docs.google.com/forms/d/e/1x/a/', 'docs.google.com/forms/d/e/1x/'].map(
    (subject) => ({ scope: 'path', subject }) as const,
  );
  expect(onePerScope([link, ...folders, sender])).toEqual([link, folders[1], sender]);
  const host = { scope: 'host', subject: 'www.b.example' } as const;
  const folder = { scope: 'path', subject: 'www.b.example/x/' } as const;
  expect(onePerScope([link, folder, host, site])).toEqual([link, host, site]);
});
