/**
 * Of one request, all mails within it together. Its parser takes time and room for each line and more for each part,
 * so that two megabytes of line ends would stop a process for many seconds. Two megabytes of base64 have 27,600 lines,
 * and of 25,208 real mails none has more than 8,835 in its text and HTML.
 */
const MAX_LINES = 40_000;
/** Lines that may begin a part. Of the same mails none has more than 686. */
const MAX_PART_LINES = 2_000;

const LF = 10;
const DASH = 45;

/** How much of one request is still parsed. */
export class MailBounds {
  #lines = MAX_LINES;
  #partLines = MAX_PART_LINES;

  /** @returns as much of a mail as is parsed: all of it, or its beginning */
  within(mail: Uint8Array): Uint8Array {
    for (let at = 0; at < mail.length;) {
      const isPart = mail[at] === DASH && mail[at + 1] === DASH;
      if (this.#lines === 0 || (isPart && this.#partLines === 0)) return mail.subarray(0, at);
      this.#lines--;
      if (isPart) this.#partLines--;
      const end = mail.indexOf(LF, at);
      if (end === -1) break;
      at = end + 1;
    }
    return mail;
  }
}
