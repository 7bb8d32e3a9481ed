export interface TrainingMail {
  readonly isUnwanted: boolean;
  /** ISO 639-3. */
  readonly language: string;
  /** Campaign or sender's domain, so that copies vote once. */
  readonly group: string;
  readonly words: ReadonlySet<string>;
}

export interface WordWeight {
  readonly word: string;
  /**
   * Shares of unwanted and of wanted mail with the word, smoothed, strictly between 0 and 1: estimates of what the paper
   * that `BinBloomFilter` cites calls the probabilities P_s and P_ns, in spam and in non-spam.
   */
  readonly unwantedShare: number;
  readonly wantedShare: number;
  /** ln (P_s ÷ P_ns), in nats, bounded by ±`MAX_WEIGHT`; positive for unwanted mail. */
  readonly score: number;
  readonly groups: number;
}

/** A factor of 400, so that no word decides alone. */
const MAX_WEIGHT = 6;
/** A word in fewer groups may be somebody's own. */
const LEAST_GROUPS = 5;

/**
 * Half a mail of smoothing keeps the score of a one-sided word finite.
 *
 * Adding the logarithms of the shares is naive Bayes; groups, smoothing and bound are ours.
 */
export function wordWeights(
  mails: readonly TrainingMail[],
  stopWords: ReadonlySet<string>,
): readonly WordWeight[] {
  const sizes = new Map<string, number>();
  for (const mail of mails) sizes.set(keyOf(mail), (sizes.get(keyOf(mail)) ?? 0) + 1);
  const totals = { unwanted: 0, wanted: 0 };
  const counts = new Map<string, { unwanted: number; wanted: number; groups: Set<string> }>();
  for (const mail of mails) {
    const side = mail.isUnwanted ? 'unwanted' : 'wanted';
    const vote = 1 / (sizes.get(keyOf(mail)) ?? 1);
    totals[side] += vote;
    for (const word of mail.words) {
      if (stopWords.has(word)) continue;
      const count = counts.get(word) ?? { unwanted: 0, wanted: 0, groups: new Set() };
      counts.set(word, count);
      count[side] += vote;
      count.groups.add(keyOf(mail));
    }
  }
  const weights: WordWeight[] = [];
  for (const [word, { unwanted, wanted, groups }] of counts) {
    if (groups.size < LEAST_GROUPS) continue;
    const unwantedShare = (unwanted + 0.5) / (totals.unwanted + 1);
    const wantedShare = (wanted + 0.5) / (totals.wanted + 1);
    const score = Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, Math.log(unwantedShare / wantedShare)));
    weights.push({ word, unwantedShare, wantedShare, score, groups: groups.size });
  }
  return weights;
}

function keyOf({ isUnwanted, group }: TrainingMail): string {
  return `${isUnwanted ? 'unwanted' : 'wanted'} ${group}`;
}

/** Ties are ordered, so that equal mails give equal models. */
export function strongest(weights: readonly WordWeight[], most: number): readonly WordWeight[] {
  const strength = ({ score, groups }: WordWeight): number => Math.abs(score) * Math.sqrt(groups);
  return weights.toSorted((a, b) => strength(b) - strength(a) || (a.word < b.word ? -1 : 1)).slice(0, most);
}
