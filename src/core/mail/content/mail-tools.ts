/** Names of elements and attributes are lower case. */
export interface MarkupHandler {
  /** @param attributes - the first of each name, its value decoded */
  onopentag?(name: string, attributes: Readonly<Record<string, string>>): void;
  ontext?(text: string): void;
  /** Called even where the end tag is missing. */
  onclosetag?(name: string): void;
  oncomment?(comment: string): void;
}

/** @returns false if the markup is too deep or long to be read whole */
export type ParseMarkup = (html: string, handler: MarkupHandler) => boolean;

export interface MailTools {
  readonly parseHtml: ParseMarkup;
  /**
   * Unpacks zlib data (RFC 1950).
   *
   * @param max - output bytes
   * @returns null if damaged or longer
   */
  readonly inflate: (packed: Uint8Array, max: number) => Promise<Uint8Array | null>;
}
