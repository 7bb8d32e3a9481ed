/** Why some of a mail was not looked at. */
export const UNREAD_REASONS = [
  /** S/MIME or PGP. */
  'encrypted',
  /** Outlook's own form of a whole message (TNEF). */
  'outlook-form',
  /** The rest of it lies in other messages, or on another host. */
  'elsewhere',
  /** A character set in which an address is not written as in ASCII, and which is not read here. */
  'character-set',
  /** Fields or line ends of which programs make different things: all that were found were looked at. */
  'two-readings',
  /** A part whose parts do not come, or a body of which nothing could be made. */
  'structure',
  /** Something attached that calls itself a mail and cannot be read as one. */
  'no-mail',
  /** More than is read, of each kind of thing that `MAIL_BOUNDS` counts. */
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
