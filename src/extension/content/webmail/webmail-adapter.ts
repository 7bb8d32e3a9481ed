/**
 * Data only: a change of markup needs a new selector and fixture, not new code.
 *
 * Adapters name their source: selectors are *certain* from the webmail itself or maintained sources, *likely right*
 * from older or obfuscated ones, or *guessed*. Prefer roles, `aria-` and `data-` to generated class names.
 */
export interface WebmailAdapter {
  /** As in `webmail-hosts.ts` and `test/fixtures/webmail/<name>-….html`. */
  readonly name: string;

  /** Selects what only this self-hosted webmail's pages have. */
  readonly detect?: string;

  /** Selects bodies of messages; not the sidebar, thread list or composer. */
  readonly messageBody: string;

  /** Frames that hold one message each. */
  readonly messageFrame?: MessageFrame;

  /** Nearest ancestor of a body with the header; absent: the page. */
  readonly message?: string;

  /** Within `message`, outside bodies. */
  readonly sender: string;
  readonly subject: string;
  /** Fallback: an element with the text `Name <user@host>`. */
  readonly senderText?: string;
  /** The sender's name, if not in `sender`. */
  readonly senderName?: string;
  /** The mailbox's own address, anywhere. */
  readonly reader?: string;
  readonly replyTo?: string;

  /** Names of attached files; absent: a general selector. */
  readonly files?: string;

  /** In the header: reports failed DMARC (RFC 7489). Other results are ignored, because senders can forge a pass. */
  readonly dmarcFailure?: DmarcFailure;

  /** Attribute with the message id, on `message` or an ancestor. */
  readonly messageId?: string;

  /** Editors, besides `contenteditable` and `designMode`. */
  readonly composer?: string;

  /** Signs of an open message, whose body must then be found. */
  readonly opened?: Opened;

  /** Elements whose shadow roots may hold bodies. */
  readonly shadowHosts?: string;
}

export interface MessageFrame {
  /** Selects same-origin frames. */
  readonly element?: string;
  /** Matches the address of cross-origin frames. */
  readonly address?: RegExp;
}

export interface DmarcFailure {
  readonly element: string;
  readonly title: RegExp;
}

export interface Opened {
  /** Matches path, query and fragment. */
  readonly address?: RegExp;
  /** Exists while a message is open. */
  readonly element?: string;
}
