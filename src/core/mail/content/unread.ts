export const UNREAD_REASONS = [
  /** S/MIME or PGP. */
  'encrypted',
  /** TNEF, Outlook's format. */
  'outlook-form',
  /** In other messages or on another host. */
  'elsewhere',
  /** Unsupported, and not ASCII-compatible. */
  'character-set',
  /** Programs disagree on fields or line ends; all readings were searched. */
  'two-readings',
  /** A part without its parts, or an unusable body. */
  'structure',
  /** Attached as a mail, but unreadable as one. */
  'no-mail',
  /** Limits of `MAIL_BOUNDS`. */
  'too-many-bytes',
  'too-many-lines',
  'too-many-parts',
  'too-deep',
  'head-too-long',
  'too-many-senders',
  'too-many-files',
  'too-much-markup',
  'too-many-links',
] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];
