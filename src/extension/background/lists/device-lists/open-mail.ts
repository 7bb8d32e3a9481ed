import { delay } from '../../../platform/delay.ts';
import type { CheckLinks } from '../../../protocol/link-messages.ts';

/** How long frames have to send their links. */
const WAIT_MS = 1_200;

const MAX_LINKS = 5_000;

/** Links of open mail, resent by frames on request; nothing is stored. */
export class OpenMail {
  readonly #recheck: () => Promise<number>;
  #links: Set<string> | null = null;

  constructor(recheck: () => Promise<number>) {
    this.#recheck = recheck;
  }

  /** Call for every link check. */
  onCheck({ links }: CheckLinks): void {
    if (this.#links === null) return;
    for (const { href, tag } of links) {
      // Senders are checked like links, but not counted.
      if (tag !== 'sender' && this.#links.size < MAX_LINKS) this.#links.add(href);
    }
  }

  async links(): Promise<readonly string[]> {
    const links = new Set<string>();
    this.#links = links;
    try {
      if ((await this.#recheck()) === 0) return [];
      await delay(WAIT_MS);
      return [...links];
    } finally {
      if (this.#links === links) this.#links = null;
    }
  }
}
