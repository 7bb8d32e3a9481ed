import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { FoundLink } from '../links/found-link.ts';
import type { SignLevel } from './sign-icon.ts';

export interface MarkedLink {
  readonly link: FoundLink;
  readonly level: SignLevel;
  readonly answer: LinkVerdict;
}
