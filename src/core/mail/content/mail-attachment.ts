export interface MailAttachment {
  readonly name: string;
  /** MIME type in lower case; empty for a uuencoded file within text. */
  readonly declaredType: string;
  /** MIME type by the file's bytes; null if unknown. */
  readonly realType: string | null;
  /** Whether all links of the file are among the mail's links; false for pictures, archives and office documents. */
  readonly isLookedInto: boolean;
}

/** One attachment's ranges in the lists of `MailParts`; ends are exclusive. */
export interface PartsOfAttachment {
  readonly markups: readonly [number, number];
  readonly texts: readonly [number, number];
  readonly beside: readonly [number, number];
}

export interface MailPicture {
  readonly name: string;
  readonly type: PictureType;
  readonly bytes: Uint8Array;
}

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];
