/** What a program that reads HTML reports, in the order of the text. Names of elements and attributes in small letters. */
export interface MarkupHandler {
  /** @param attributes - the first of each name, character references resolved */
  onopentag?(name: string, attributes: Readonly<Record<string, string>>): void;
  ontext?(text: string): void;
  /** Of each element, also where its end tag is missing. */
  onclosetag?(name: string): void;
  oncomment?(comment: string): void;
}

/** @returns false if the document goes on, deeper or longer than is read */
export type ParseMarkup = (html: string, handler: MarkupHandler) => boolean;

/** What the core has no means for: Node and the browser each fill it. */
export interface MailTools {
  readonly parseHtml: ParseMarkup;
  /**
   * Unpacks zlib's format (RFC 1950).
   *
   * @param max - bytes; what unpacks to more is not unpacked
   * @returns null if it is damaged or longer
   */
  readonly inflate: (packed: Uint8Array, max: number) => Promise<Uint8Array | null>;
}
