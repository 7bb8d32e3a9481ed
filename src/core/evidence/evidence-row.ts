import type { EvidenceFamily } from '../verdict/verdict.ts';
import type { MessageContext } from './message-context.ts';
import type { MessageView } from './message-view.ts';

/** That a reason fires. */
export interface Finding {
  /** Text from the message, in the order of the sentence's placeholders. */
  readonly values: readonly string[];
  /** Numbers of the links that it points at. */
  readonly links: readonly number[];
  /** Where they are not those of the row. */
  readonly points?: number;
  /** This time it is circumstance, though its row is more. */
  readonly isCircumstance?: true;
  /**
   * It sees no more than that a brand's letter leads to what may be its mailing service's or its own short domain, unknown
   * to every table.
   */
  readonly isUnknownPlace?: true;
}

/**
 * One reason: a row of the evidence table. Its sentence is the text `evidence_<id>` in `public/_locales`.
 */
export interface EvidenceRow {
  readonly id: string;
  readonly family: EvidenceFamily;
  readonly points: number;
  /** Adds, but carries no mark: good mail has it too, and what speaks for a message can cancel it. */
  readonly isCircumstance: boolean;
  /** It carries a mark without a reason of another family: it hides what others would be found in. */
  readonly isEnough?: true;
  /** Where the idea comes from, and the traps that shaped it. */
  readonly source: string;
  readonly find: (view: MessageView, context: MessageContext) => Finding | null;
}

export const NOTHING_TO_NAME: Finding = { values: [], links: [] };

/** The text that tells of a reason, in `public/_locales`; its values are the placeholders. */
export function sentenceKeyOf(id: string): string {
  return `evidence_${id}`;
}
