/**
 * Limits for one mail with all mails in it. If programs read it in two ways, both share the limits. What is beyond a
 * limit is skipped, and reported as the `UnreadReason` named. A mail at any one limit takes at most 100 ms of CPU time
 * (`npm run bench -- mail`). Of 25,334 real mails none has more than 300 kB of HTML, 18,000 tags, 9,000 lines of text
 * or 15 senders.
 */
export const MAIL_BOUNDS = {
  /** The raw mail; `too-many-bytes`. More than most providers accept. */
  bytes: 64 << 20,
  /** One raw body; `too-many-bytes`. */
  bodyBytes: 1 << 20,
  /**
   * One base64 body. A file gets at most an eighth of what is left of `keptBytes`. `too-many-bytes`, unless the file is
   * not looked into.
   */
  fileBytes: 512 << 10,
  /** Kept bytes of all bodies; `too-many-bytes`. */
  keptBytes: 4 << 20,
  /** All lines; `too-many-lines`. */
  seenLines: 500_000,
  /** Header lines, and body lines that end inside a word (quoted-printable, flowed); `too-many-lines`. */
  lines: 5_000,
  /** `too-many-parts`. */
  parts: 400,
  /** Depth of parts in parts; `too-deep`. */
  partDepth: 20,
  /** Depth of mails in mails; `too-deep`. */
  mailDepth: 5,
  /** Headers of one mail; `head-too-long`: only needed fields are read then. */
  headBytes: 256 << 10,
  /** From addresses, and characters of From; `too-many-senders`. */
  senders: 15,
  senderCharacters: 16_384,
  /** Files within running text; `too-many-files`. */
  uuencodedFiles: 50,
  /** Characters of HTML, XML and SVG; `too-much-markup`. */
  markup: 500_000,
  /** Characters searched for addresses; `too-many-bytes`. */
  text: 1_000_000,
  /** Links of HTML, and as many addresses in text; `too-many-links`. */
  links: 4_000,
  /** Links per PDF file, and places where one may be; a file with more is not looked into. */
  pdfLinks: 500,
  pdfPlaces: 2_000,
} as const;
