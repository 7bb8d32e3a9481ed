import type { TrustScope } from '../../../../core/verdict/verdict.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';

export interface CardActions {
  /** `forSeconds` null: always. */
  readonly trust: (marked: MarkedLink, scope: TrustScope, forSeconds: number | null) => void;
  /** In this message, until another is opened. */
  readonly trustOnce: (marked: MarkedLink) => void;
  readonly block: (marked: MarkedLink, scope: TrustScope) => void;
  /** `agreed`: id of a confirmation through the background; null if the reader confirmed here. */
  readonly open: (marked: MarkedLink, agreed: string | null) => void;
  /** Copies a report; false on failure. */
  readonly tell: (marked: MarkedLink) => Promise<boolean>;
}
