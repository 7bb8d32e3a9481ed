/** A mail as the training sees it. */
export interface TrainingMail {
  readonly isUnwanted: boolean;
  /** ISO 639-3. */
  readonly language: string;
  /** Its campaign, or its sender's domain: copies of one mail vote once. */
  readonly group: string;
  readonly words: ReadonlySet<string>;
}

export interface WordWeight {
  readonly word: string;
  /** Share of unwanted mail with the word, and of wanted mail: the paper's P_s and P_ns, smoothed; above 0, below 1. */
  readonly unwantedShare: number;
  readonly wantedShare: number;
  /** ln (P_s ÷ P_ns), at most `MAX_WEIGHT` either way: above 0 the word is one of unwanted mail. Nats. */
  readonly score: number;
  /** Campaigns and senders that use it. */
  readonly groups: number;
}

/** No word decides alone: a factor of 400. */
const MAX_WEIGHT = 6;
/** In fewer campaigns and senders a word is somebody's own. */
const LEAST_GROUPS = 5;

/**
 * What each word says: in how large a share of unwanted mail it stands, P_s, over that of wanted mail, P_ns. Each
 * campaign and each sender has one vote. Shares are smoothed by half a mail, so that a word that one side has never
 * used is strong and not infinite.
 *
 * Source of the shares: A. Natarajan, S. Subramanian, K. Premalatha, "Optimization of bloom filter using simulated
 * annealing for spam filtering", Elixir, 2011. That it is their logarithm that adds up is naive Bayes; groups, smoothing
 * and the bound are ours.
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

/** The words that say most: strong ones that many use. Ties by the word, so that the same mails give the same model. */
export function strongest(weights: readonly WordWeight[], most: number): readonly WordWeight[] {
  const strength = ({ score, groups }: WordWeight): number => Math.abs(score) * Math.sqrt(groups);
  return weights.toSorted((a, b) => strength(b) - strength(a) || (a.word < b.word ? -1 : 1)).slice(0, most);
}
