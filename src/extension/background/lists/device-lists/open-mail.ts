import { after } from '../../../platform/after.ts';
import type { CheckLinks } from '../../../protocol/link-messages.ts';

/** How long the frames of open webmail tabs are given to name their links, in milliseconds. */
const WAIT_MS = 1_200;

/** Links of the open mail that are counted, at most. */
const MAX_LINKS = 5_000;

/**
 * Gathers the links of the mail that is open now, for the one question of how many of them a list would flag. Frames
 * are told to ask again for what they show; nothing of it is kept, so that nothing is there while nobody asks.
 */
export class OpenMail {
  readonly #recheck: () => Promise<number>;
  #links: Set<string> | null = null;

  constructor(recheck: () => Promise<number>) {
    this.#recheck = recheck;
  }

  /** Every request of a frame comes by here. */
  saw({ links }: CheckLinks): void {
    if (this.#links === null) return;
    for (const { href, tag } of links) {
      // A sender is asked about like a link, and counted as one nowhere.
      if (tag !== 'sender' && this.#links.size < MAX_LINKS) this.#links.add(href);
    }
  }

  async links(): Promise<readonly string[]> {
    const links = new Set<string>();
    this.#links = links;
    try {
      if ((await this.#recheck()) === 0) return [];
      await after(WAIT_MS);
      return [...links];
    } finally {
      if (this.#links === links) this.#links = null;
    }
  }
}
