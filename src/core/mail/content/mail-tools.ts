/** Events in document order. Element and attribute names are lower case. */
export interface MarkupHandler {
  /** @param attributes - first of each name, character references resolved */
  onopentag?(name: string, attributes: Readonly<Record<string, string>>): void;
  ontext?(text: string): void;
  /** Also where the end tag is missing. */
  onclosetag?(name: string): void;
  oncomment?(comment: string): void;
}

/** @returns false if the document is deeper or longer than what is read */
export type ParseMarkup = (html: string, handler: MarkupHandler) => boolean;

/** Supplied by Node and by the browser. */
export interface MailTools {
  readonly parseHtml: ParseMarkup;
  /**
   * zlib (RFC 1950).
   *
   * @param max - bytes of output
   * @returns null if damaged or longer
   */
  readonly inflate: (packed: Uint8Array, max: number) => Promise<Uint8Array | null>;
}
