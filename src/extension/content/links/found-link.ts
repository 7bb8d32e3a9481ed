import type { OpenMessage } from '../messages/open-messages.ts';

export interface FoundLink {
  readonly element: Element;
  readonly href: string;
  readonly message: OpenMessage;
  /** The element in the webmail's header that names the sender. It counts as a link to the sender's address. */
  readonly isSender: boolean;
  /** The link is in a QR code that the element shows. */
  readonly isCode?: true;
}

export interface Look {
  /** Visible messages only: webmails keep views in the page that the reader has left. */
  readonly messages: readonly OpenMessage[];
  /**
   * Every link of these messages in tree order, each message followed by its sender. On a page of unknown structure, last,
   * every other link that leaves the page.
   */
  readonly links: readonly FoundLink[];
}
