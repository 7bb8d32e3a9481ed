/**
 * How much of one mail is read, with all mails in it and all readings of it together. What comes behind is not looked
 * at, and the mail is not whole, for the reason that is named. Chosen so that a mail at any one bound takes 100 ms of a
 * processor at most (`npm run bench -- mail`), and far above what good mail has: of 25,334 real ones none has more than
 * 300 kB of HTML, 18,000 tags, 9,000 lines of text or 15 senders.
 */
export const MAIL_BOUNDS = {
  /** As it was sent; `too-many-bytes`. More than any provider takes in. */
  bytes: 64 << 20,
  /** Of one body as it was sent; `too-many-bytes`. */
  bodyBytes: 1 << 20,
  /** The same of base64, and of a file an eighth of what is left of `keptBytes`; `too-many-bytes`, unless it is not looked into. */
  fileBytes: 512 << 10,
  /** Bytes that are left of all bodies; `too-many-bytes`. */
  keptBytes: 4 << 20,
  /** Lines of all kinds; `too-many-lines`. */
  seenLines: 500_000,
  /** Lines of heads, and of bodies that end within a word as quoted-printable and flowed text do; `too-many-lines`. */
  lines: 5_000,
  /** `too-many-parts`. */
  parts: 400,
  /** Parts in parts; `too-deep`. */
  partDepth: 20,
  /** Mails attached to attached mails; `too-deep`. */
  mailDepth: 5,
  /** Of one mail's heads together; `head-too-long`: then only the fields by which it is read are. */
  headBytes: 256 << 10,
  /** Addresses in From that are looked up, and characters of it; `too-many-senders`. */
  senders: 15,
  senderCharacters: 16_384,
  /** Uuencoded files in running text; `too-many-files`. */
  uuencodedFiles: 50,
  /** Characters of HTML, XML and SVG; `too-much-markup`. */
  markup: 500_000,
  /** Characters of running text that are searched for addresses; `too-many-bytes`. */
  text: 1_000_000,
  /** Links of HTML and addresses in text, each; `too-many-links`. */
  links: 4_000,
  /** Links that are read of one PDF file, and places where one may be; more: it is said to be not looked into. */
  pdfLinks: 500,
  pdfPlaces: 2_000,
} as const;
