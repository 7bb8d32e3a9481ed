export interface MailLink {
  readonly href: string;
  /** Empty for a form. */
  readonly text: string;
  readonly tag: string;
}

/** Header fields as written; empty if absent. */
export interface MailContent {
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  /** Links as a webmail shows them. */
  readonly links: readonly MailLink[];
  /** File names, those of programs and pages first. */
  readonly files?: readonly string[];
  readonly html: string;
  readonly text: string;
}
