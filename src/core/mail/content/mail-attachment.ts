export interface MailAttachment {
  /** Empty if absent. */
  readonly name: string;
  /** Lower case; empty for a file within text. */
  readonly declaredType: string;
  /** From its bytes; null if unknown. */
  readonly realType: string | null;
  /** Whether its links are among the mail's; false for pictures, archives, office documents and so on. */
  readonly isLookedInto: boolean;
}

/** Ranges of a mail's other lists that come from one attachment; ends are exclusive. */
export interface PartsOfAttachment {
  readonly markups: readonly [number, number];
  readonly texts: readonly [number, number];
  readonly beside: readonly [number, number];
}

export interface MailPicture {
  /** Empty if absent. */
  readonly name: string;
  readonly type: PictureType;
  readonly bytes: Uint8Array;
}

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];
