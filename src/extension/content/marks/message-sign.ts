import type { EvidenceReason, UncheckedBecause } from '../../../core/verdict/verdict.ts';
import type { MarkedLink } from './marked-link.ts';

export interface MessageSign {
  readonly danger: { readonly count: number; readonly first: MarkedLink } | null;
  /** Null unless the sender is flagged. */
  readonly sender: MarkedLink | null;
  /** Strongest first. */
  readonly evidence: readonly EvidenceReason[];
  /** Distinct hosts of sender and links; only with evidence. */
  readonly hosts: readonly string[];
  /** Services that hide link targets; only with evidence. */
  readonly hiddenBy: readonly string[];
  /** The message is too long to be judged whole; only with evidence. */
  readonly isPart?: true;
  /** `pictures`: some were not searched for codes yet. */
  readonly unchecked: UncheckedBecause | 'pictures' | null;
  readonly more?: number;
  readonly unplaced?: { readonly count: number; readonly first: MarkedLink };
}

export const NO_SIGN: MessageSign = {
  danger: null,
  sender: null,
  evidence: [],
  hosts: [],
  hiddenBy: [],
  unchecked: null,
};
