import type { LinkVerdict } from '../protocol/link-messages.ts';

/** What the dialog says. */
export type GuardView =
  | {
      readonly kind: 'ask' | 'refuse';
      readonly answer: LinkVerdict;
      readonly href: string;
      readonly isForm: boolean;
    }
  | { readonly kind: 'checking' | 'slow'; readonly href: string; readonly isForm: boolean };
