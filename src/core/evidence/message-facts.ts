/**
 * What a frame reports of one message: only what a person could read off the page. A frame may see head, body or both.
 * Null means unknown: rows that need the fact then find nothing.
 */
export interface MessageFacts {
  readonly head: HeadFacts | null;
  readonly body: BodyFacts | null;
}

export interface HeadFacts {
  /** Empty if the page shows only an address. */
  readonly name: string | null;
  /** `user@host`, as shown or as stored in the page. */
  readonly address: string | null;
  /** Null unless the page shows a separate reply address. */
  readonly replyTo: string | null;
  readonly subject: string | null;
  /** Address of the mailbox being read, if shown. */
  readonly reader: string | null;
  /** DMARC result (RFC 7489) of the mailbox's receiving server; a page frame can report only `fail`. */
  readonly dmarc?: 'pass' | 'fail';
  /** The page or file would show an address, but this sender has none. */
  readonly lacksAddress?: true;
  /** File names as shown, at most `MAX_FILES`. */
  readonly files?: readonly string[];
  /** The page shows the message in the folder of sent mail. */
  readonly isSent?: true;
}

export interface BodyFacts {
  /**
   * The first `MAX_TEXT_LENGTH` readable characters: text nodes in tree order, white space collapsed, blocks separated
   * by a space. Without text that is not drawn (`display: none`, `visibility: hidden`, `opacity: 0`, transparent, below
   * two pixels), because senders pad with it.
   */
  readonly text: string;
  /** The last `MAX_END_LENGTH` characters after `text`. */
  readonly end: string;
  /** Collecting stopped early at too many nodes, most of them without visible text. */
  readonly isCut?: true;
  /** A `blockquote`, or the webmail's equivalent. */
  readonly hasQuote: boolean;
  /** Descriptions of the first `MAX_ALTS` described, unlinked pictures; the logo is usually first. */
  readonly alts: readonly string[];
  readonly asksPassword: boolean;
  /** The first `MAX_SIGHTINGS` in tree order. */
  readonly links: readonly LinkSighting[];
}

export interface LinkSighting {
  /** Index into the links that the frame sent. */
  readonly href: number;
  /** Absent if equal to the text sent with the href. */
  readonly text?: string;
  /** The picture's description: empty without one, absent without a picture. */
  readonly alt?: string;
  readonly isQuoted?: true;
}

export interface MessageLink {
  readonly href: string;
  readonly text: string;
  /** Lower case: `a`, `area`, `form` and others; `img` for a QR code in a picture. */
  readonly tag: string;
}

/* Bounds in UTF-16 units. Longer values are cut, never refused, because a sender could provoke a refusal. */

/** Holds greeting, matter and call to action; text beyond it costs time and adds almost no findings. */
export const MAX_TEXT_LENGTH = 1_500;
/** Holds the claimed author and the copyright line. */
export const MAX_END_LENGTH = 300;
export const MAX_NAME_LENGTH = 200;
export const MAX_SUBJECT_LENGTH = 300;
/** RFC 5321: 64 for the local part, one `@`, 255 for the domain. */
export const MAX_ADDRESS_LENGTH = 320;
/** Readers overlook one file among a hundred anyway. */
export const MAX_FILES = 100;
/** The limit of file systems. Longer names keep their end, which decides what opens the file. */
export const MAX_FILE_NAME_LENGTH = 255;
export const MAX_ALTS = 8;
export const MAX_SIGHTINGS = 60;
/** Length of a link's text or a picture's description. */
export const MAX_LABEL_LENGTH = 80;
/** Evidence uses no more of an href; lists are asked about the whole href. */
export const MAX_HREF_LENGTH = 8_000;
