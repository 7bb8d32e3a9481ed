import type { OpenMessage } from '../messages/open-messages.ts';

export interface FoundLink {
  readonly element: Element;
  readonly href: string;
  readonly message: OpenMessage;
  /** The element that names the sender counts as a link to the sender's address, in the webmail's own header. */
  readonly isSender: boolean;
  /** It is in a QR code that the element shows. */
  readonly isCode?: true;
}

export interface Look {
  /** Those that are shown: webmails keep views that were left in the page, and what is in these is before nobody's eyes. */
  readonly messages: readonly OpenMessage[];
  /** Every link of every such message, in tree order; behind those of a message its sender. Last what
   * else leads away from a page of which nothing is known. */
  readonly links: readonly FoundLink[];
}
