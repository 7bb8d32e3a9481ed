import type { TrustScope } from '../../../../core/verdict/verdict.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';

export interface CardActions {
  /** `forSeconds` null: always. */
  readonly trust: (marked: MarkedLink, scope: TrustScope, forSeconds: number | null) => void;
  /** Trusts this link in this message, until another message is opened. */
  readonly trustOnce: (marked: MarkedLink) => void;
  readonly block: (marked: MarkedLink, scope: TrustScope) => void;
  /** `agreed`: id of the reader's yes that the background heard; null if it was given in this frame. */
  readonly open: (marked: MarkedLink, agreed: string | null) => void;
  /** Copies a report about the link for the list's maintainers; returns whether it worked. */
  readonly tell: (marked: MarkedLink) => Promise<boolean>;
}
