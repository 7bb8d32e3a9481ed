import { describe, expect, test } from 'vitest';
import { answerWithEvidence } from '../../../../src/extension/content/evidence/link-evidence.ts';
import type { MessageVerdict, Verdict } from '../../../../src/core/verdict/verdict.ts';
import type { LinkVerdict } from '../../../../src/extension/protocol/link-messages.ts';

const REASON = { kind: 'evidence', level: 'caution', id: 'A1', family: 'A', points: 5, values: [] } as const;
const FLAGGED: MessageVerdict = {
  revision: 1,
  kind: 'flagged',
  asks: true,
  reasons: [REASON],
  linkIndices: [2],
};
const answer = (verdict: Verdict): LinkVerdict => ({ verdict, layers: [], scopes: [] });
const CLEAR = answer({ kind: 'clear' });

describe('what evidence adds to a link', () => {
  test.each([
    ['a link that no reason points at', CLEAR, 1, FLAGGED],
    ['a link whose number is not known', CLEAR, undefined, FLAGGED],
    ['a message with nothing against it', CLEAR, 2, { ...FLAGGED, kind: 'clear' } as const],
    ['a message that could not be judged', CLEAR, 2, { ...FLAGGED, kind: 'unchecked' } as const],
    ['no verdict yet', CLEAR, 2, null],
    [
      'a link that somebody allowed',
      answer({ kind: 'allowed', by: { who: 'reader', scope: 'site', subject: 'a.example' } }),
      2,
      FLAGGED,
    ],
  ])('evidence of a message adds nothing to a link for %s', (_, link, number, message) => {
    expect(answerWithEvidence(link, number, message)).toBe(link);
  });

  test('evidence of a message adds a caution to a link, which asks where the message says so', () => {
    expect(answerWithEvidence(CLEAR, 2, FLAGGED).verdict).toEqual({
      kind: 'flagged',
      level: 'caution',
      asks: true,
      reasons: [REASON],
    });
    const unchecked = answer({ kind: 'unchecked', because: 'expired', asks: false });
    expect(answerWithEvidence(unchecked, 2, { ...FLAGGED, asks: false }).verdict).toMatchObject({
      asks: false,
    });
  });

  test('evidence of a message adds one more reason to a listed link, which stays what it is', () => {
    const listed = { kind: 'self-test', level: 'danger', layer: 0 } as const;
    const danger = answer({ kind: 'flagged', level: 'danger', asks: true, reasons: [listed] });
    expect(answerWithEvidence(danger, 2, FLAGGED).verdict).toEqual({
      kind: 'flagged',
      level: 'danger',
      asks: true,
      reasons: [listed, REASON],
    });
  });

  test('evidence of a message brings what a card shows of a link that was only said to be clear', () => {
    const details = {
      layers: [
        { url: 'https://a.example/', host: 'a.example', registrableDomain: 'a.example', wrapper: null },
      ],
      scopes: [{ scope: 'site', subject: 'a.example' }],
      hiddenBy: 'bit.ly',
    } as const;
    expect(
      answerWithEvidence(answer({ kind: 'clear' }), 2, { ...FLAGGED, pointedAt: [details] }),
    ).toMatchObject(details);
  });

  test('evidence of a message gives the same object for the same verdicts, so that nothing is drawn anew', () => {
    const link = answer({ kind: 'clear' });
    expect(answerWithEvidence(link, 2, FLAGGED)).toBe(answerWithEvidence(link, 2, FLAGGED));
    expect(answerWithEvidence(link, 2, { ...FLAGGED })).not.toBe(answerWithEvidence(link, 2, FLAGGED));
  });
});
