import { expect, test } from 'vitest';
import type { EvidenceResult } from '../../../src/server/publisher/evaluate/evidence-run.ts';
import { crossValidateThreshold } from '../../../src/server/publisher/evaluate/cross-validate-threshold.ts';

/** Campaigns by the half into which they fall: the first byte of their SHA-256 is below 128, or not. */
const FIRST = ['campaign 4', 'campaign 5', 'campaign 6'];
const SECOND = ['campaign 0', 'campaign 1', 'campaign 2'];

function mail(
  label: string,
  campaign: string,
  points: number,
  rest: Partial<EvidenceResult> = {},
): EvidenceResult {
  return {
    source: label === 'ham' ? 'box/one' : 'trap',
    label,
    id: campaign,
    hasLinks: true,
    hasWebLinks: true,
    scored: {
      kind: 'clear',
      asks: false,
      reasons: [],
      linkIndices: [],
      points,
      isMarked: false,
      isCarried: true,
    },
    campaign,
    ...rest,
  };
}

test('each half is judged at the threshold that keeps the other half’s good mail unmarked', () => {
  const [first, second] = crossValidateThreshold([
    ...FIRST.map((campaign) => mail('ham', campaign, 6)),
    ...SECOND.map((campaign) => mail('ham', campaign, 9)),
    ...[7, 9, 12].map((points) => mail('phish', FIRST[0] ?? '', points)),
    ...[6, 7, 12].map((points) => mail('phish', SECOND[0] ?? '', points)),
  ]);
  expect(first).toMatchObject({ half: 'first', threshold: 10, phishing: { marked: 1, of: 3 } });
  expect(first.good).toEqual([
    { source: 'box', marked: expect.objectContaining({ marked: 0, of: 3 }) as unknown },
  ]);
  expect(second).toMatchObject({ half: 'second', threshold: 7, phishing: { marked: 2, of: 3 } });
  expect(second.good[0]?.marked).toMatchObject({ marked: 3, of: 3 });
});

test('mails without links, and points without a reason that carries a mark, are ignored', () => {
  const loud = mail('ham', SECOND[0] ?? '', 30);
  const [first] = crossValidateThreshold([
    { ...loud, hasLinks: false },
    { ...loud, scored: { ...loud.scored, isCarried: false } },
    mail('phish', FIRST[0] ?? '', 4),
  ]);
  expect(first).toMatchObject({ threshold: 4, phishing: { marked: 1, of: 1 } });
});

test('no threshold is given if none keeps the good mail unmarked', () => {
  const [first] = crossValidateThreshold([
    mail('ham', SECOND[0] ?? '', 30),
    mail('phish', FIRST[0] ?? '', 8),
  ]);
  expect(first.threshold).toBeNull();
});
