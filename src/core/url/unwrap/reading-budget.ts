import type { Truncation } from '../canonical/link-layer.ts';

/** Bytes that all compressed tokens of one link may give together: as long as the longest link that is read. */
export const MAX_INFLATED_BYTES = 65_536;

const NONE: readonly Truncation[] = [];

/** What the reading of one link may still cost, and the limits that it came upon: one for all its layers. */
export class ReadingBudget {
  inflatableBytes = MAX_INFLATED_BYTES;
  #reached: readonly Truncation[] = NONE;

  /** Something was left unread. */
  stopAt(limit: Truncation): void {
    if (!this.#reached.includes(limit)) this.#reached = [...this.#reached, limit];
  }

  /** The limits reached since it was last asked: in the layer that was just read. */
  takeReached(): readonly Truncation[] {
    const reached = this.#reached;
    this.#reached = NONE;
    return reached;
  }
}
