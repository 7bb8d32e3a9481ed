import type { TrustScope } from '../../../../core/verdict/verdict.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';

export interface CardActions {
  /** `forSeconds` null: always. */
  readonly trust: (marked: MarkedLink, scope: TrustScope, forSeconds: number | null) => void;
  /** This link in this message, until another one is opened. */
  readonly trustOnce: (marked: MarkedLink) => void;
  readonly block: (marked: MarkedLink, scope: TrustScope) => void;
  /** `agreed`: under which the background has heard that the reader wants it; null if it was said here. */
  readonly open: (marked: MarkedLink, agreed: string | null) => void;
  /** Copies a text about the link for those who keep the list; gives whether that went well. */
  readonly tell: (marked: MarkedLink) => Promise<boolean>;
}
