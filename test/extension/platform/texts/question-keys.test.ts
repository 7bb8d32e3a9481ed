import { expect, test } from 'vitest';
import { aboutOf, adviceKey } from '../../../../src/extension/platform/texts/question-keys.ts';
import { CATEGORIES, type Reason } from '../../../../src/core/verdict/verdict.ts';
import type { LinkVerdict } from '../../../../src/extension/protocol/link-messages.ts';

const BLOCKED: Reason = {
  kind: 'blocked',
  level: 'danger',
  by: 'reader',
  scope: 'site',
  subject: 'evil.example',
  layer: 0,
};

function flagged(...reasons: readonly Reason[]): LinkVerdict {
  return { verdict: { kind: 'flagged', level: 'danger', asks: true, reasons }, layers: [], scopes: [] };
}

function listed(category: (typeof CATEGORIES)[number]): Reason {
  return {
    kind: 'listed',
    category,
    level: 'danger',
    expression: 'evil.example/',
    group: 'g',
    channel: 'default',
    channelName: 'c',
    serial: 1,
    publishedAt: 0,
    layer: 0,
  };
}

test.each(CATEGORIES)('advice before a link that is listed for %s is its own', (category) => {
  expect(adviceKey(flagged(listed(category)))).toBe(`guard_advice_${category}`);
  expect(aboutOf(flagged(listed(category), listed('phishing')))).toBe(category);
});

test('a question about the reader’s own block, or about no listing, has no advice of its own', () => {
  expect(adviceKey(flagged(BLOCKED))).toBe('guard_advice');
  expect(
    aboutOf({ verdict: { kind: 'unchecked', because: 'truncated', asks: true }, layers: [], scopes: [] }),
  ).toBe('other');
  expect(aboutOf(flagged(BLOCKED, listed('malware')))).toBe('malware');
});
