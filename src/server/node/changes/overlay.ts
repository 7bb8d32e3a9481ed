import { entryKey, entryText, type Change } from './change.ts';

/** What became of a change. Only `applied` and `repeated` hold now. */
export type ChangeOutcome =
  | 'applied'
  /** It was taken in before. */
  | 'repeated'
  /** A change of the same entry with a higher sequence is already in. */
  | 'superseded'
  /** Another change of the same entry has the same sequence; the first one stays. */
  | 'conflict';

/**
 * The changes since the channel was built, exactly: entry → its change of the highest sequence. It decides; the
 * filters only stand before it. Order of arrival does not matter but between changes of one sequence, which the
 * order of the log settles, the same in every process that reads it.
 */
export class Overlay {
  readonly #held = new Map<string, Change>();

  apply(change: Change): ChangeOutcome {
    const key = entryKey(change.entry.kind, entryText(change.entry));
    const held = this.#held.get(key);
    if (held !== undefined && change.sequence <= held.sequence) {
      if (change.sequence < held.sequence) return 'superseded';
      return isSame(held, change) ? 'repeated' : 'conflict';
    }
    this.#held.set(key, change);
    return 'applied';
  }

  /**
   * The change that decides over an entry; null if none does and the channel has its say.
   *
   * @param now - Unix time, seconds
   */
  decisive(kind: Change['entry']['kind'], text: string, now: number): Change | null {
    const held = this.#held.get(entryKey(kind, text));
    if (held === undefined || held.action === 'expire') return null;
    return held.expiresAt !== null && held.expiresAt <= now ? null : held;
  }

  count(): number {
    return this.#held.size;
  }

  /** In no useful order; may be gone through while changes are applied. */
  held(): IterableIterator<Change> {
    return this.#held.values();
  }
}

function isSame(a: Change, b: Change): boolean {
  return a.id === b.id && a.action === b.action;
}
