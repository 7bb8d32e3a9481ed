import type { EvidenceFamily } from '../verdict/verdict.ts';
import type { MessageContext } from './message-context.ts';
import type { MessageView } from './message-view.ts';

export interface Finding {
  /** Quotes from the message for the placeholders of `evidence_<id>`, in order. */
  readonly values: readonly string[];
  /** Indices of the links concerned. */
  readonly links: readonly number[];
  /** Overrides the row's points. */
  readonly points?: number;
  /** Overrides the row's `isCircumstance`. */
  readonly isCircumstance?: true;
  /** The site may be the brand's mailing service or short domain, missing from the tables: see `PLACE_OF_BRAND`. */
  readonly isUnknownPlace?: true;
}

/** Readers see the text `evidence_<id>` of `public/_locales`. */
export interface EvidenceRow {
  readonly id: string;
  readonly family: EvidenceFamily;
  readonly points: number;
  /** Cannot mark a message alone, because good mail gives this reason too. Rows with negative points can cancel it. */
  readonly isCircumstance: boolean;
  /** Needs no reason of a second family to mark a message, because what it finds hides what other rows would find. */
  readonly isEnough?: true;
  /** Origin of the idea, and its traps. */
  readonly source: string;
  readonly find: (view: MessageView, context: MessageContext) => Finding | null;
}

export const NOTHING_TO_NAME: Finding = { values: [], links: [] };

export function sentenceKeyOf(id: string): string {
  return `evidence_${id}`;
}
