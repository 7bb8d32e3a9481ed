/** A file in a mail. */
export interface MailAttachment {
  /** Empty if it has none. */
  readonly name: string;
  /** What it says to be, in small letters; empty for a file within text. */
  readonly declaredType: string;
  /** What its own bytes say; null where they do not tell. */
  readonly realType: string | null;
  /** Whether the links in it are among those of the mail; false for pictures, archives, office documents and the like. */
  readonly isLookedInto: boolean;
}

/** Where in the other lists of a mail's parts that is which stands in an attachment: from (included), to (not included). */
export interface PartsOfAttachment {
  readonly markups: readonly [number, number];
  readonly texts: readonly [number, number];
  readonly beside: readonly [number, number];
}

/** A picture in a mail, as it was sent. */
export interface MailPicture {
  /** Empty if it has none. */
  readonly name: string;
  readonly type: PictureType;
  readonly bytes: Uint8Array;
}

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];
