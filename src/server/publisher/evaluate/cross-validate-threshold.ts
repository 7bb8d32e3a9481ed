import { createHash } from 'node:crypto';
import { groupBy } from '../../../core/group-by.ts';
import { MARK_POINTS } from '../../../core/evidence/evidence-rule.ts';
import { familyOf, shareOf, type Share } from './evidence-figures.ts';
import type { EvidenceResult } from './evidence-run.ts';

/** Largest share of a source's good mail that may be marked. */
const MOST_MARKED = 1 / 2_000;

const LEAST = MARK_POINTS - 4;
const MOST = MARK_POINTS + 8;

export interface JudgedHalf {
  readonly half: 'first' | 'second';
  /** Null: none suits the other half, so `MOST` is used. */
  readonly threshold: number | null;
  readonly phishing: Share;
  readonly good: readonly { readonly source: string; readonly marked: Share }[];
}

/**
 * Mails are halved by campaign or, for good mail, sender; each half is judged at the lowest threshold that marks at
 * most `MOST_MARKED` of each source's good mail in the other half.
 */
export function crossValidateThreshold(
  results: readonly EvidenceResult[],
): readonly [JudgedHalf, JudgedHalf] {
  const linked = results.filter(({ hasLinks }) => hasLinks);
  const first = linked.filter(({ campaign }) => isInFirstHalf(campaign));
  const second = linked.filter(({ campaign }) => !isInFirstHalf(campaign));
  return [judgedHalf('first', first, second), judgedHalf('second', second, first)];
}

function judgedHalf(
  half: JudgedHalf['half'],
  judged: readonly EvidenceResult[],
  tuned: readonly EvidenceResult[],
): JudgedHalf {
  const threshold = thresholdOf(tuned);
  const at = threshold ?? MOST;
  return {
    half,
    threshold,
    phishing: shareOf(
      judged.filter(({ label }) => label === 'phish'),
      (result) => isMarkedAt(at, result),
    ),
    good: [...bySource(judged.filter(({ label }) => label === 'ham'))].map(([source, group]) => ({
      source,
      marked: shareOf(group, (result) => isMarkedAt(at, result)),
    })),
  };
}

function thresholdOf(results: readonly EvidenceResult[]): number | null {
  const good = bySource(results.filter(({ label }) => label === 'ham'));
  for (let threshold = LEAST; threshold <= MOST; threshold++) {
    const isKept = [...good.values()].every(
      (group) => group.filter((result) => isMarkedAt(threshold, result)).length <= group.length * MOST_MARKED,
    );
    if (isKept) return threshold;
  }
  return null;
}

function isMarkedAt(threshold: number, { scored }: EvidenceResult): boolean {
  return scored.isCarried && scored.points >= threshold;
}

function bySource(results: readonly EvidenceResult[]): ReadonlyMap<string, readonly EvidenceResult[]> {
  return groupBy(results, ({ source }) => familyOf(source));
}

function isInFirstHalf(campaign: string): boolean {
  return (createHash('sha256').update(campaign).digest()[0] ?? 0) < 128;
}
