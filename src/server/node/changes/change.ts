import { CATEGORIES, LEVELS, type Category, type Level } from '../../../core/verdict/verdict.ts';

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

/** What a change says beside its entry, as it is kept: words by their place in their lists. */
export type ChangeValues = readonly [
  id: string,
  action: number,
  sequence: number,
  category: number,
  level: number,
  expiresAt: number | null,
  at: number,
];

export function valuesOf({ id, action, sequence, category, level, expiresAt, at }: Change): ChangeValues {
  const [actionIndex, categoryIndex] = [CHANGE_ACTIONS.indexOf(action), CATEGORIES.indexOf(category)];
  return [id, actionIndex, sequence, categoryIndex, LEVELS.indexOf(level), expiresAt, at];
}

/** @param values - as they were read @returns null if they are none that `valuesOf` gives */
export function changeOf(entry: ChangedEntry, values: readonly unknown[]): Change | null {
  const [id, actionIndex, sequence, categoryIndex, levelIndex, expiresAt, at] = values;
  const action = wordAt(CHANGE_ACTIONS, actionIndex);
  const category = wordAt(CATEGORIES, categoryIndex);
  const level = wordAt(LEVELS, levelIndex);
  if (action === undefined || category === undefined || level === undefined) return null;
  if (typeof id !== 'string' || !isCount(sequence) || !isCount(at)) return null;
  if (expiresAt !== null && !isCount(expiresAt)) return null;
  return { id, action, entry, sequence, category, level, expiresAt, at };
}

function wordAt<Word>(words: readonly Word[], index: unknown): Word | undefined {
  return typeof index === 'number' ? words[index] : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The entry as people read it: `b.example/1/`, or an address. */
export function entryText(entry: ChangedEntry): string {
  return entry.kind === 'url' ? entry.host + entry.path : entry.address;
}

/** Whether a change has a say; otherwise the channel decides. @param now - Unix time, seconds */
export function decides<Some extends Pick<Change, 'action' | 'expiresAt'>>(
  change: Some,
  now: number,
): change is Some & { readonly action: 'add' | 'remove' } {
  return change.action !== 'expire' && (change.expiresAt === null || change.expiresAt > now);
}
