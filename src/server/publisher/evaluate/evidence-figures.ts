import { groupBy } from '../../../core/group-by.ts';
import { MARK_POINTS } from '../../../core/evidence/evidence-rule.ts';
import { isPhishing, type EvidenceResult } from './evidence-run.ts';

export interface Share {
  readonly marked: number;
  readonly of: number;
  /** 95 % confidence interval, after Wilson (1927). */
  readonly low: number;
  readonly high: number;
}

export interface EvidenceRow {
  readonly label: string;
  readonly source: string;
  readonly messages: number;
  readonly linked: Share;
  readonly webLinked: Share;
  readonly all: Share;
  /** One vote per campaign or, for good mail, per sender's domain. */
  readonly campaigns: Share;
  readonly asked: number;
}

export function evidenceRows(results: readonly EvidenceResult[]): readonly EvidenceRow[] {
  const sourced = groupBy(results, ({ label, source }) => `${label}\n${familyOf(source)}`);
  const labelled = groupBy(results, ({ label }) => `${label}\nall`);
  return [...sourced, ...labelled]
    .map(([key, group]) => {
      const [label = '', source = ''] = key.split('\n');
      const linked = group.filter(({ hasLinks }) => hasLinks);
      return {
        label,
        source,
        messages: group.length,
        linked: shareOf(linked),
        webLinked: shareOf(group.filter(({ hasWebLinks }) => hasWebLinks)),
        all: shareOf(group),
        campaigns: votesOf(linked),
        asked: linked.filter(({ scored }) => scored.asks).length,
      };
    })
    .sort((a, b) => (a.label + a.source < b.label + b.source ? -1 : 1));
}

/** `lists_html_ham/archive/name` → `lists_html_ham`. */
export function familyOf(source: string): string {
  return source.split('/')[0] ?? source;
}

export function shareOf(
  results: readonly EvidenceResult[],
  isMarked: (result: EvidenceResult) => boolean = ({ scored }) => scored.isMarked,
): Share {
  return withBounds(results.filter(isMarked).length, results.length);
}

function votesOf(results: readonly EvidenceResult[]): Share {
  const votes = new Map<string, { marked: number; of: number }>();
  for (const { campaign, scored } of results) {
    const vote = votes.get(campaign) ?? { marked: 0, of: 0 };
    votes.set(campaign, { marked: vote.marked + (scored.isMarked ? 1 : 0), of: vote.of + 1 });
  }
  const sum = [...votes.values()].reduce((total, { marked, of }) => total + marked / of, 0);
  return withBounds(sum, votes.size);
}

const Z = 1.96;

function withBounds(marked: number, of: number): Share {
  if (of === 0) return { marked, of, low: 0, high: 1 };
  const share = marked / of;
  const middle = (share + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  // 0 and 1 are set exactly, since the formula has rounding errors.
  const low = marked === 0 ? 0 : Math.max(0, middle - half);
  const high = marked === of ? 1 : Math.min(1, middle + half);
  return { marked, of, low, high };
}

/** How many messages with links have each reason, by label. */
export function reasonCounts(
  results: readonly EvidenceResult[],
): readonly { readonly id: string; readonly counts: Readonly<Record<string, number>> }[] {
  const counts = new Map<string, Record<string, number>>();
  for (const { label, scored, hasLinks } of results) {
    if (!hasLinks) continue;
    for (const { id } of scored.reasons) {
      const count = counts.get(id) ?? {};
      count[label] = (count[label] ?? 0) + 1;
      counts.set(id, count);
    }
  }
  return [...counts].map(([id, count]) => ({ id, counts: count })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Why phishing with a link is not marked: the first of these that holds. */
const MISSED_BECAUSE: readonly (readonly [string, (result: EvidenceResult) => boolean])[] = [
  ['no web link', ({ hasWebLinks }) => !hasWebLinks],
  ['points enough, of one family or circumstance alone', ({ scored }) => scored.points >= MARK_POINTS],
  ['one point short', ({ scored }) => scored.points === MARK_POINTS - 1],
  ['half the points or more', ({ scored }) => scored.points * 2 >= MARK_POINTS],
  ['less than half the points', ({ scored }) => scored.points > 0],
  ['no point against it', () => true],
];

export function missedBecause(
  results: readonly EvidenceResult[],
): readonly { readonly because: string; readonly count: number }[] {
  const missed = results.filter((result) => isPhishing(result) && !result.scored.isMarked);
  const because = groupBy(missed, (result) => MISSED_BECAUSE.find(([, holds]) => holds(result))?.[0] ?? '');
  return MISSED_BECAUSE.map(([cause]) => ({ because: cause, count: because.get(cause)?.length ?? 0 }));
}
