/** A link of a mail. */
export interface MailLink {
  readonly href: string;
  /** What the reader sees of it; empty for a form. */
  readonly text: string;
  /** `a`, `area`, `form`. */
  readonly tag: string;
}

/** A mail as it is judged: head, links, words. Header fields as written; empty if there is none. */
export interface MailContent {
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  /** As a webmail shows them. */
  readonly links: readonly MailLink[];
  /** Names of attached files, those that open as programs or pages first. Absent if there are none. */
  readonly files?: readonly string[];
  readonly html: string;
  readonly text: string;
}
