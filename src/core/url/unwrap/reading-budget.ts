import type { Truncation } from '../canonical/link-layer.ts';

export const MAX_INFLATED_BYTES = 65_536;

const NONE: readonly Truncation[] = [];

/** Shared by all layers of one link. */
export class ReadingBudget {
  inflatableBytes = MAX_INFLATED_BYTES;
  #reached: readonly Truncation[] = NONE;

  stopAt(limit: Truncation): void {
    if (!this.#reached.includes(limit)) this.#reached = [...this.#reached, limit];
  }

  /** Limits reached since the last call. */
  takeReached(): readonly Truncation[] {
    const reached = this.#reached;
    this.#reached = NONE;
    return reached;
  }
}
