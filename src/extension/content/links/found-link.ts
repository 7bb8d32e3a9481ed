import type { OpenMessage } from '../messages/open-messages.ts';

export interface FoundLink {
  readonly element: Element;
  readonly href: string;
  readonly message: OpenMessage;
  /** The sender shown in the header; counts as a link to their address. */
  readonly isSender: boolean;
  /** From a QR code that the element shows. */
  readonly isCode?: true;
}

export interface Look {
  /** Only visible ones: webmails keep old views in the page. */
  readonly messages: readonly OpenMessage[];
  /**
   * In tree order, each message's links followed by its sender; last, an unknown page's off-site links outside
   * messages.
   */
  readonly links: readonly FoundLink[];
}
