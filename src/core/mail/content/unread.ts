export const UNREAD_REASONS = [
  /** S/MIME or PGP. */
  'encrypted',
  /** TNEF, Outlook's format. */
  'outlook-form',
  /** The body is in other messages or on another host. */
  'elsewhere',
  /** Unsupported, and not ASCII-compatible. */
  'character-set',
  /**
   * Programs read fields or boundaries in two ways, both of which were searched; or the bytes are no mail if lone CRs
   * end lines.
   */
  'two-readings',
  /** A multipart body without parts, or an unusable body. */
  'structure',
  /** A file that is attached as a mail but is none. */
  'no-mail',
  /** The limits are in `MAIL_BOUNDS`. */
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
