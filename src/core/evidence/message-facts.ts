/**
 * What a frame tells of one rendered message: what a person could read off the page, and no more.
 *
 * A webmail often shows head and body in different frames, and each sees only its own. Every fact can be null,
 * which is *unknown*: what needs it then says nothing, neither for the message nor against it.
 */
export interface MessageFacts {
  readonly head: HeadFacts | null;
  readonly body: BodyFacts | null;
}

export interface HeadFacts {
  /** The display name as shown, without the address. Empty if the page shows an address and no name. */
  readonly name: string | null;
  /** `user@host` of the sender, as shown or as the page keeps it at the name. */
  readonly address: string | null;
  /** Where answers go, if the page says that they go elsewhere. */
  readonly replyTo: string | null;
  readonly subject: string | null;
  /** The address of the mailbox that is read, where the webmail's own page shows it. */
  readonly reader: string | null;
  /**
   * What the mailbox's own receiving server found of the sender's domain (DMARC, RFC 7489). Absent where no such server
   * has said it; a frame of a page cannot say it.
   */
  readonly dmarc?: 'pass' | 'fail';
  /** Whole addresses are shown where this comes from, and this sender has none. Absent where nobody can say so. */
  readonly lacksAddress?: true;
  /**
   * Names of the attached files as they are shown, at most `MAX_FILES`. Absent where the page shows none, or does not
   * say.
   */
  readonly files?: readonly string[];
  /** The page says that the reader has written it: it is in the folder of sent mail. Absent if not. */
  readonly isSent?: true;
}

export interface BodyFacts {
  /**
   * The first `MAX_TEXT_LENGTH` characters that can be read: text nodes in tree order, runs of white space as one
   * space, those of other block elements separated by one. What the page does not draw (`display: none`,
   * `visibility: hidden`, `opacity: 0`, letters without a colour or below two pixels) is left out: a sender fills the room with it.
   */
  readonly text: string;
  /** The last `MAX_END_LENGTH` characters of the same text that `text` does not hold; empty if it holds all. */
  readonly end: string;
  /** There is so much that is not drawn that looking for what is ended before `text` was full. Absent if not. */
  readonly isCut?: true;
  /** Whether part of the message is marked as a quotation: `blockquote`, or what webmails use in its place. */
  readonly hasQuote: boolean;
  /** Descriptions of the first `MAX_ALTS` pictures that have one and are no link: the logo is most often the first. */
  readonly alts: readonly string[];
  /** A field to type a password into stands in the message. */
  readonly asksPassword: boolean;
  /** The links as a reader meets them, in tree order; the first `MAX_SIGHTINGS`. */
  readonly links: readonly LinkSighting[];
}

/** One place where a link stands. An href can stand in several: the logo, the button, the line below it. */
export interface LinkSighting {
  /** Which of the links that the frame has asked about for this message, in that order: 0 is the first. */
  readonly href: number;
  /** What can be read on it; absent if it is the text that was sent with the href. */
  readonly text?: string;
  /** The description of the picture on it, empty if it has none; absent if there is no picture. */
  readonly alt?: string;
  /** It stands in a quotation; absent if not. */
  readonly isQuoted?: true;
}

/** A link of the message, as it was sent to be looked up. */
export interface MessageLink {
  readonly href: string;
  readonly text: string;
  /** `a`, `area`, `form` or whatever else carries the destination, lower case; `img`: a QR code in a picture. */
  readonly tag: string;
}

/*
 * Bounds, in UTF-16 units. What is longer is cut by whoever collects it and again by the parser, never refused:
 * a refusal would be the sender's to cause.
 */

/** A greeting, the matter and the call to act fit; more costs time and finds hardly anything. */
export const MAX_TEXT_LENGTH = 1_500;
/** The lines below a letter: who claims to have written it, and the copyright line. */
export const MAX_END_LENGTH = 300;
export const MAX_NAME_LENGTH = 200;
export const MAX_SUBJECT_LENGTH = 300;
/** RFC 5321: 64 for the local part, one `@`, 255 for the domain. */
export const MAX_ADDRESS_LENGTH = 320;
/** Attached files: a letter with a hundred of them hides the last ones from its reader too. */
export const MAX_FILES = 100;
/** Of a file's name: what file systems allow. Of a longer one the end is kept, which says what opens it. */
export const MAX_FILE_NAME_LENGTH = 255;
export const MAX_ALTS = 8;
export const MAX_SIGHTINGS = 60;
/** Of a link's text or a picture's description: a button says less. */
export const MAX_LABEL_LENGTH = 80;
/** Of an href, as evidence reads it: what is longer says no more there, and lists are asked about all of it. */
export const MAX_HREF_LENGTH = 8_000;
