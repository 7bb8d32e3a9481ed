export const ENTRY_KINDS = ['url', 'address', 'message'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
