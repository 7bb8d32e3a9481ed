import { CATEGORIES, LEVELS, type Category, type Level } from '../../../core/verdict/verdict.ts';

/**
 * `remove` overrides the channel's listing; `expire` ends an earlier `add` or `remove`, and the channel decides again.
 */
export const CHANGE_ACTIONS = ['add', 'remove', 'expire'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** In the form in which links are looked up. */
export type ChangedEntry =
  | { readonly kind: 'url'; readonly host: string; readonly path: string }
  | { readonly kind: 'address'; readonly address: string };

export interface Change {
  /** The sender's id; repeats are ignored. 1 to 128 characters. */
  readonly id: string;
  readonly action: ChangeAction;
  readonly entry: ChangedEntry;
  /** From the sender: an entry's highest wins, in any order of arrival. An integer, 0 to 2⁵³ − 1. */
  readonly sequence: number;
  readonly category: Category;
  readonly level: Level;
  /** Unix seconds. Null: never. */
  readonly expiresAt: number | null;
  /** Time of receipt. Unix seconds. */
  readonly at: number;
}

/** Stored form, without the entry. Enumerated values are indices into their arrays. */
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

/** `b.example/1/`, or an address. */
export function entryText(entry: ChangedEntry): string {
  return entry.kind === 'url' ? entry.host + entry.path : entry.address;
}

/** @param now - Unix seconds @returns false if the channel decides */
export function isInForce<Some extends Pick<Change, 'action' | 'expiresAt'>>(
  change: Some,
  now: number,
): change is Some & { readonly action: 'add' | 'remove' } {
  return change.action !== 'expire' && (change.expiresAt === null || change.expiresAt > now);
}
