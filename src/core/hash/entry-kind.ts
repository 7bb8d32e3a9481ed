/** What an entry or a lookup is hashed as; each kind under its own tag. */
export const ENTRY_KINDS = ['url', 'address', 'message'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
