import { describe, expect, test } from 'vitest';
import { EVIDENCE_ROWS } from '../../../src/core/evidence/evidence-rows.ts';
import { sentenceKeyOf } from '../../../src/core/evidence/evidence-row.ts';
import { catalogueOf } from '../../extension/pages/page-texts.ts';
import { judged, whatFired } from './a-message.ts';
import { ADAPTED, BAD } from './bad-messages.ts';

test.each(BAD)('a bad letter is marked: %s', (_, ids, message) => {
  const verdict = judged(message);
  expect(verdict.isMarked, whatFired(verdict)).toBe(true);
  expect(
    verdict.reasons.map(({ id }) => id),
    whatFired(verdict),
  ).toEqual(expect.arrayContaining([...ids]));
  expect(verdict.reasons.every(({ level }) => level === 'caution')).toBe(true);
});

test.each(['en', 'zh_CN'] as const)(
  'each reason of evidence gives its sentence in %s as many values as it names',
  (language) => {
    const catalogue = catalogueOf(language);
    const messages = [...BAD, ...ADAPTED.map(([name, message]) => [name, [], message] as const)];
    const reasons = messages.flatMap(([, , message]) => judged(message).reasons);
    expect(new Set(reasons.map(({ id }) => id)).size).toBeGreaterThan(35);
    for (const { id, values } of reasons) {
      const sentence = catalogue[sentenceKeyOf(id)]?.message ?? '';
      const named = [...sentence.matchAll(/\$(\d)/g)].map(([, number]) => Number(number));
      expect([id, Math.max(0, ...named)]).toEqual([id, values.length]);
    }
  },
);

test('there are at least forty bad letters, and each reason is in one', () => {
  expect(BAD.length).toBeGreaterThanOrEqual(40);
  const named = new Set(BAD.flatMap(([, ids]) => ids));
  const reasons = EVIDENCE_ROWS.filter(({ points }) => points > 0).map(({ id }) => id);
  // A code is no link of the HTML that these messages are written in: codes.test.ts. What is too much to be read, the
  // browser says: judge-message.test.ts. What a server has said stands in a head: authenticated.test.ts.
  expect(reasons.filter((id) => !['D16', 'C3', 'A9'].includes(id) && !named.has(id))).toEqual([]);
});

describe('a letter that was written to evade the rule is marked:', () => {
  test.each(ADAPTED)('a letter that was written to evade the rule is marked: %s', (_, message) => {
    const verdict = judged(message);
    expect(verdict.isMarked, whatFired(verdict)).toBe(true);
  });
});
