import type { Category, Level } from '../../../core/verdict/verdict.ts';

/**
 * `add`: the entry is listed. `remove`: it is not, whatever the channel says. `expire`: neither any more; the
 * channel decides again.
 */
export const CHANGE_ACTIONS = ['add', 'remove', 'expire'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** What a change names, in the spelling in which a link is looked up. */
export type ChangedEntry =
  | { readonly kind: 'url'; readonly host: string; readonly path: string }
  | { readonly kind: 'address'; readonly address: string };

/** One change of the list between two builds of the channel. */
export interface Change {
  /** The sender's own name for it: the same change sent twice is one. 1 to 128 characters. */
  readonly id: string;
  readonly action: ChangeAction;
  readonly entry: ChangedEntry;
  /**
   * Of this entry, given by the sender: of two changes of one entry the one with the higher number holds, whatever
   * order they arrive in. An integer, 0 to 2⁵³ − 1.
   */
  readonly sequence: number;
  readonly category: Category;
  readonly level: Level;
  /** Unix time, seconds; from then on an `add` or `remove` says nothing any more. Null: until another change. */
  readonly expiresAt: number | null;
  /** When it was taken in. Unix time, seconds. */
  readonly at: number;
}

/** The entry as people read it: `b.example/1/`, or an address. */
export function entryText(entry: ChangedEntry): string {
  return entry.kind === 'url' ? entry.host + entry.path : entry.address;
}

/** One name for each entry. The kind is part of it: an address may look like a page. */
export function entryKey(kind: ChangedEntry['kind'], text: string): string {
  return `${kind} ${text}`;
}
