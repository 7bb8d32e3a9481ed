/**
 * The scanner's knowledge of one webmail. Data only: if a webmail changes its markup, the fix is a new selector and
 * fixture, not new control flow.
 *
 * Each adapter names its source and how sure it is: A the webmail itself or maintained sources, B older or obfuscated
 * ones, C a guess. Selectors prefer roles, `aria-` and `data-` names to generated class names.
 */
export interface WebmailAdapter {
  /** As in `webmail-hosts.ts`, and the name of its fixtures: `test/fixtures/webmail/<name>-….html`. */
  readonly name: string;

  /** Selects something that only this webmail's pages have; for self-hosted webmails. */
  readonly detect?: string;

  /** Selects the body of each opened message; never the sidebar, the list of threads or the composer. */
  readonly messageBody: string;

  /** Frames whose whole document is one message. Absent if this webmail has none. */
  readonly messageFrame?: MessageFrame;

  /** Selects the nearest ancestor of a body that also holds the header; absent: the whole page. */
  readonly message?: string;

  /** Within `message`: who sent it, its subject, where answers go. Matches inside a body do not count. */
  readonly sender: string;
  readonly subject: string;
  /** Fallback for `sender`: an element with the text `Name <user@host>`. */
  readonly senderText?: string;
  /** The sender's name, if it is not in `sender`. */
  readonly senderName?: string;
  /** The address of the open mailbox, anywhere in the webmail's pages. */
  readonly reader?: string;
  readonly replyTo?: string;

  /** Within `message`: boxes that name attached files; absent: those that are called so. */
  readonly files?: string;

  /** The attribute with the webmail's message id, on `message` or an ancestor; absent if there is none. */
  readonly messageId?: string;

  /** Editors, whose content is written by the reader. `contenteditable` and `designMode` are always included. */
  readonly composer?: string;

  /** Recognises a page with an open message, so that a missing body can be reported; absent: unknown. */
  readonly opened?: Opened;

  /** Elements whose open shadow roots may hold bodies. */
  readonly shadowHosts?: string;
}

export interface MessageFrame {
  /** Selects the frame element (same origin). */
  readonly element?: string;
  /** Pattern of the frame's address (cross-origin). */
  readonly address?: RegExp;
}

export interface Opened {
  /** Pattern of path, query and fragment. */
  readonly address?: RegExp;
  /** Or selects an element that exists while a message is open. */
  readonly element?: string;
}
