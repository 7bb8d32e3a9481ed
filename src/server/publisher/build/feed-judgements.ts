import { judgeFeed, type FeedObjection } from '../guards/judge-feed.ts';
import type { CopyOutcome } from './compile-feeds.ts';
import type { FeedTally } from './reading/read-feeds.ts';

/** Tally of a copy of unknown format. */
const UNREAD: Pick<FeedTally, 'head' | 'lines' | 'entries' | 'drops' | 'missingLandmarks'> = {
  head: '',
  lines: 0,
  entries: 0,
  drops: [],
  missingLandmarks: [],
};

export class FeedJudgements {
  readonly #entriesBefore: ReadonlyMap<string, number | null>;
  readonly #objections = new Map<number, readonly FeedObjection[]>();
  readonly #unfit = new Set<number>();

  /** @param entriesBefore - feed name → entries of its last good copy */
  constructor(entriesBefore: ReadonlyMap<string, number | null>) {
    this.#entriesBefore = entriesBefore;
  }

  judge(outcome: CopyOutcome): boolean {
    const { slot, feed } = outcome.copy;
    if (outcome.kind === 'failed') {
      this.#unfit.add(slot);
      return false;
    }
    const { head, lines, entries, drops, missingLandmarks } =
      outcome.kind === 'read' ? outcome.tally : UNREAD;
    const count = (by: 'line' | 'guard'): number =>
      drops.reduce((sum, drop) => (drop.by === by ? sum + drop.count : sum), 0);
    const { isFit, objections } = judgeFeed({
      feed,
      head,
      lines,
      entries,
      refused: count('line'),
      dropped: count('guard'),
      missingLandmarks,
      undetected: outcome.kind === 'formatless' ? outcome.because : null,
      entriesBefore: this.#entriesBefore.get(feed.name) ?? null,
    });
    this.#objections.set(slot, objections);
    if (isFit) this.#unfit.delete(slot);
    else this.#unfit.add(slot);
    return isFit;
  }

  of(slot: number | undefined): readonly FeedObjection[] {
    return slot === undefined ? [] : (this.#objections.get(slot) ?? []);
  }

  isUnfit(slot: number | undefined): boolean {
    return slot !== undefined && this.#unfit.has(slot);
  }
}
