import type { EvidenceReason, UncheckedBecause } from '../../../core/verdict/verdict.ts';
import type { MarkedLink } from './marked-link.ts';

/** What a message as a whole says; both parts can be true of one. */
export interface MessageSign {
  readonly danger: { readonly count: number; readonly first: MarkedLink } | null;
  /** The sender is on a list. */
  readonly sender: MarkedLink | null;
  /** What speaks against the message itself, strongest first. */
  readonly evidence: readonly EvidenceReason[];
  /** Where the message comes from and leads to, each once; only beside evidence. */
  readonly hosts: readonly string[];
  /** Services that hide where its links lead; only beside evidence. */
  readonly hiddenBy: readonly string[];
  /** The message is too long for all of it to have been judged; only beside evidence. */
  readonly isPart?: true;
  /** `pictures`: all links are checked, and not all pictures searched for codes yet. */
  readonly unchecked: UncheckedBecause | 'pictures' | null;
  /** Marked links beyond those that can be marked at once. */
  readonly more?: number;
  /** Flagged links that are drawn where no mark can be. */
  readonly unplaced?: { readonly count: number; readonly first: MarkedLink };
}

/** Nothing to say. */
export const NO_SIGN: MessageSign = {
  danger: null,
  sender: null,
  evidence: [],
  hosts: [],
  hiddenBy: [],
  unchecked: null,
};
