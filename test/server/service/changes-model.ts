import { entryText, type Change } from '../../../src/server/node/changes/change.ts';
import type { ChangeOutcome } from '../../../src/server/node/changes/change-store.ts';

/** What a table of changes is: entry → its change of the highest sequence; of two of one sequence the first. */
export class ChangesModel {
  readonly #held = new Map<string, Change>();

  apply(change: Change): ChangeOutcome {
    const key = keyOf(change);
    const held = this.#held.get(key);
    if (held !== undefined && change.sequence <= held.sequence) {
      if (change.sequence < held.sequence) return 'superseded';
      return held.id === change.id && held.action === change.action ? 'repeated' : 'conflict';
    }
    // Behind those that are held, as one that has just come.
    this.#held.delete(key);
    this.#held.set(key, change);
    return 'applied';
  }

  /** In the order in which they came. */
  held(): readonly Change[] {
    return [...this.#held.values()];
  }

  find(change: Change): Change | null {
    return this.#held.get(keyOf(change)) ?? null;
  }

  remove(change: Change): void {
    this.#held.delete(keyOf(change));
  }
}

function keyOf({ entry }: Change): string {
  return `${entry.kind} ${entryText(entry)}`;
}
