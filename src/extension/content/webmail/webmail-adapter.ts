/**
 * What the scanner must know of one webmail. Data only: when a webmail changes its markup, the fix is a new
 * selector and a new fixture, not new control flow.
 *
 * Each says where its selectors come from and how sure they are: A the webmail itself or maintained sources, B older
 * or obfuscated ones, C a guess. Selectors prefer roles, `aria-` and `data-` names to generated class names.
 */
export interface WebmailAdapter {
  /** As in `webmail-hosts.ts`, and the name of its fixtures: `test/fixtures/webmail/<name>-….html`. */
  readonly name: string;

  /** Selects something that only this webmail's pages have; for those that people host under their own names. */
  readonly detect?: string;

  /** Selects the body of each opened message; never the sidebar, the list of threads or the composer. */
  readonly messageBody: string;

  /** Frames whose whole document is one message. Absent if this webmail has none. */
  readonly messageFrame?: MessageFrame;

  /** Selects the nearest element around a body that also holds the message's header; absent: the whole page. */
  readonly message?: string;

  /** Within `message`: who sent it, its subject, where answers go. Matches inside a body do not count. */
  readonly sender: string;
  readonly subject: string;
  /** Where `sender` finds nobody: what shows one as the text `Name <user@host>`. */
  readonly senderText?: string;
  /** The sender's name as shown, where it is another element than `sender`. */
  readonly senderName?: string;
  /** The address of the mailbox that is read, anywhere in the webmail's own pages. */
  readonly reader?: string;
  readonly replyTo?: string;

  /** The attribute by which the webmail names a message, on `message` or around it; absent if there is none. */
  readonly messageId?: string;

  /** Editors: what is inside one is the reader's own writing. `contenteditable` and `designMode` go without saying. */
  readonly composer?: string;

  /** Tells a page that shows an opened message, so that not finding its body can be said; absent: cannot be told. */
  readonly opened?: Opened;

  /** Elements of the webmail in whose open shadow roots bodies may be. */
  readonly shadowHosts?: string;
}

export interface MessageFrame {
  /** The frame element, where its page can be reached (same origin). */
  readonly element?: string;
  /** Pattern of the frame's own address, where it cannot. */
  readonly address?: RegExp;
}

export interface Opened {
  /** Pattern of the part of the address behind the host: path, query and fragment. */
  readonly address?: RegExp;
  /** Or: an element that is there while a message is open. */
  readonly element?: string;
}
