import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import type { Change } from '../../node/changes/change.ts';

/** Why an engine cannot say what it holds. */
export type EngineTrouble =
  /** It does not answer, or not in time. */
  | 'away'
  /** It answers, and nobody has confirmed yet that it holds every change that was acknowledged. */
  | 'behind';

/** A change that decides over one lookup key of a link. */
export interface EngineDecision extends Pick<Change, 'category' | 'level' | 'sequence' | 'at'> {
  readonly action: 'add' | 'remove';
  /** Index into `ReadLink.layers`. */
  readonly layer: number;
  readonly kind: 'url' | 'address';
  readonly expression: string;
}

/** What is known of the changes of one link. */
export interface LinkDecisions {
  readonly decisions: readonly EngineDecision[];
  /** Not null: there may be others, so that the link is not clear. */
  readonly trouble: EngineTrouble | null;
  /** With trouble: what was known before says that the link may be listed. Never verified. */
  readonly isSuspect: boolean;
}

/** Knows the changes since the channel was built, where one machine is not enough for them. */
export interface Engine {
  /**
   * Same order and length as `links`. Never rejects for an engine that is away: that is an answer.
   *
   * @param now - Unix time, seconds
   */
  lookUp(links: readonly ReadLink[], now: number): Promise<readonly LinkDecisions[]>;

  /** Entries whose filters this process keeps for when the engine is away. */
  copiedEntryCount(): number;

  /** How the last look at it went. */
  trouble(): EngineTrouble | null;
}

/** Whatever else they may be; null if none is a trouble. */
export function worstTrouble(states: readonly unknown[]): EngineTrouble | null {
  if (states.includes('away')) return 'away';
  return states.includes('behind') ? 'behind' : null;
}
