import { expect, test } from 'vitest';
import { scopesFor } from '../../src/content/details/scopes-for.ts';
import type { LinkVerdict } from '../../src/protocol/link-messages.ts';

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
] as const)('%s that cannot be trusted: %s; %s is offered for', (level, cannotTrust, action, offered) => {
  expect(scopesFor(action, { answer: flagged(level, cannotTrust), level })).toEqual(offered);
});
