/**
 * For one mail with all mails and readings in it. The rest is skipped, and reported under the name given. A mail at any
 * one bound takes at most 100 ms of CPU time (`npm run bench -- mail`). Of 25,334 real mails none has more than 300 kB
 * of HTML, 18,000 tags, 9,000 lines of text or 15 senders.
 */
export const MAIL_BOUNDS = {
  /** Raw; `too-many-bytes`. More than any provider accepts. */
  bytes: 64 << 20,
  /** Of one raw body; `too-many-bytes`. */
  bodyBytes: 1 << 20,
  /**
   * Per base64 body; for a file at most an eighth of the remaining `keptBytes`. `too-many-bytes`, unless it is not
   * looked into.
   */
  fileBytes: 512 << 10,
  /** Kept of all bodies; `too-many-bytes`. */
  keptBytes: 4 << 20,
  /** All lines; `too-many-lines`. */
  seenLines: 500_000,
  /** Header lines, and body lines that end inside a word (quoted-printable, flowed); `too-many-lines`. */
  lines: 5_000,
  /** `too-many-parts`. */
  parts: 400,
  /** Parts in parts; `too-deep`. */
  partDepth: 20,
  /** Mails in mails; `too-deep`. */
  mailDepth: 5,
  /** Per mail; `head-too-long`: then only needed fields are read. */
  headBytes: 256 << 10,
  /** From addresses, and characters of From; `too-many-senders`. */
  senders: 15,
  senderCharacters: 16_384,
  /** In running text; `too-many-files`. */
  uuencodedFiles: 50,
  /** Characters of HTML, XML and SVG; `too-much-markup`. */
  markup: 500_000,
  /** Characters searched for addresses; `too-many-bytes`. */
  text: 1_000_000,
  /** Links of HTML, and addresses in text, each; `too-many-links`. */
  links: 4_000,
  /** Links per PDF file, and places where one may be; beyond, it is not looked into. */
  pdfLinks: 500,
  pdfPlaces: 2_000,
} as const;
