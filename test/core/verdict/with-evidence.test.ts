import { describe, expect, test } from 'vitest';
import type { EvidenceReason, MessageVerdict, Reason, Verdict } from '../../../src/core/verdict/verdict.ts';
import { withEvidence } from '../../../src/core/verdict/with-evidence.ts';

const odd: EvidenceReason & Reason = {
  kind: 'evidence',
  level: 'caution',
  id: 'A1',
  family: 'A',
  points: 9,
  values: [],
};
const blocked: Reason = {
  kind: 'blocked',
  level: 'danger',
  by: 'reader',
  scope: 'site',
  subject: 'b.example',
  layer: 0,
};

const message = (asks: boolean): MessageVerdict => ({
  revision: 1,
  linkIndices: [0],
  kind: 'flagged',
  asks,
  reasons: [odd],
});

const flagged = (asks: boolean): Verdict => ({ kind: 'flagged', level: 'danger', asks, reasons: [blocked] });
const unchecked = (asks: boolean): Verdict => ({ kind: 'unchecked', because: 'expired', asks });

describe('what the evidence of a message adds to a link', () => {
  test('the evidence of a message adds nothing to a link that somebody has allowed', () => {
    const allowed: Verdict = {
      kind: 'allowed',
      by: { who: 'reader', scope: 'site', subject: 'b.example' },
    };
    expect(withEvidence(allowed, message(true))).toEqual(allowed);
  });

  test('the evidence of a message adds a caution to a link that no list names', () => {
    for (const asks of [false, true]) {
      expect(withEvidence({ kind: 'clear' }, message(asks))).toEqual({
        kind: 'flagged',
        level: 'caution',
        asks,
        reasons: [odd],
      });
    }
  });

  test.each([
    [false, false, false],
    [false, true, true],
    [true, false, true],
    [true, true, true],
  ])('a click asks if the link’s list or the message’s evidence asks: %s and %s', (link, evidence, asks) => {
    expect(withEvidence(flagged(link), message(evidence))).toEqual({
      kind: 'flagged',
      level: 'danger',
      asks,
      reasons: [blocked, odd],
    });
    expect(withEvidence(unchecked(link), message(evidence))).toEqual({
      kind: 'flagged',
      level: 'caution',
      asks,
      reasons: [odd],
    });
  });
});
