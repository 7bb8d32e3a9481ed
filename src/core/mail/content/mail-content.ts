export interface MailLink {
  readonly href: string;
  /** As the reader sees it; empty for a form. */
  readonly text: string;
  /** `a`, `area`, `form`. */
  readonly tag: string;
}

/** Header fields as written; empty if absent. */
export interface MailContent {
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  /** As a webmail shows them. */
  readonly links: readonly MailLink[];
  /** File names, programs and pages first. Absent if none. */
  readonly files?: readonly string[];
  readonly html: string;
  readonly text: string;
}
