/**
 * Data only: a change of markup needs a new selector and fixture, not new code.
 *
 * Adapters name their source and certainty: A the webmail itself or maintained sources, B older or obfuscated ones, C a
 * guess. Prefer roles, `aria-` and `data-` to generated class names.
 */
export interface WebmailAdapter {
  /** As in `webmail-hosts.ts` and `test/fixtures/webmail/<name>-….html`. */
  readonly name: string;

  /** Unique to this self-hosted webmail. */
  readonly detect?: string;

  /** Not the sidebar, thread list or composer. */
  readonly messageBody: string;

  /** Each holds one message. */
  readonly messageFrame?: MessageFrame;

  /** Nearest ancestor of a body with the header; absent: the page. */
  readonly message?: string;

  /** Within `message`, outside bodies. */
  readonly sender: string;
  readonly subject: string;
  /** Fallback: an element with the text `Name <user@host>`. */
  readonly senderText?: string;
  /** If not in `sender`. */
  readonly senderName?: string;
  /** The mailbox's own address, anywhere. */
  readonly reader?: string;
  readonly replyTo?: string;

  /** Names of attached files; absent: default. */
  readonly files?: string;

  /** Message id, on `message` or an ancestor. */
  readonly messageId?: string;

  /** Besides `contenteditable` and `designMode`. */
  readonly composer?: string;

  /** A message is open; detects missing bodies. */
  readonly opened?: Opened;

  /** Open roots may hold bodies. */
  readonly shadowHosts?: string;
}

export interface MessageFrame {
  /** Same-origin. */
  readonly element?: string;
  /** Cross-origin. */
  readonly address?: RegExp;
}

export interface Opened {
  /** Path, query and fragment. */
  readonly address?: RegExp;
  /** Exists while a message is open. */
  readonly element?: string;
}
