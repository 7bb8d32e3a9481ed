import type { tell as tellFrame } from '../../platform/message-bus.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import type { FrameMemories } from '../links/frame-memory.ts';

/** A flagged link that a frame has named. */
interface Place {
  readonly tabId: number;
  readonly frameId: number;
  readonly href: string;
}

export interface FlaggedJumpsOptions {
  readonly frames: Pick<FrameMemories, 'reports'>;
  readonly tell: typeof tellFrame;
  /** Where the last jump led, for as long as the browser runs: the realm may be stopped between two keys. */
  readonly session: {
    readonly read: () => Promise<unknown>;
    readonly write: (value: unknown) => Promise<void>;
  };
}

/** Leads the reader to the flagged links of a tab, whichever of its frames they are in. */
export class FlaggedJumps {
  readonly #options: FlaggedJumpsOptions;

  constructor(options: FlaggedJumpsOptions) {
    this.#options = options;
  }

  /** To one that the popup names. */
  async show(tabId: number, href: string): Promise<Outcome> {
    const place = (await this.#places(tabId)).find((each) => each.href === href);
    if (place === undefined) return 'gone';
    await this.#goTo(place, false);
    return 'done';
  }

  /** To the one after the last, and from the end to the first. */
  async next(tabId: number): Promise<void> {
    const places = await this.#places(tabId);
    const next = places[(await this.#lastOf(places)) + 1] ?? places[0];
    if (next !== undefined) await this.#goTo(next, false);
  }

  /** Into the card of the one that was shown last, or of the first. */
  async why(tabId: number): Promise<void> {
    const places = await this.#places(tabId);
    const place = places[await this.#lastOf(places)] ?? places[0];
    if (place !== undefined) await this.#goTo(place, true);
  }

  async #goTo(place: Place, entersCard: boolean): Promise<void> {
    const { tabId, frameId, href } = place;
    await this.#options.session.write(nameOf(place));
    this.#options.tell({ type: 'show-link', href, entersCard }, tabId, frameId);
  }

  /** Frame by frame, dangers first in each; a link that stands in one frame several times is one place. */
  async #places(tabId: number): Promise<readonly Place[]> {
    const reports = await this.#options.frames.reports(tabId);
    return reports.flatMap(({ frameId, report }) =>
      [...new Set(report.shown.map(({ href }) => href))].map((href) => ({ tabId, frameId, href })),
    );
  }

  /** Its index; -1 if it is not there any more, or in another tab. */
  async #lastOf(places: readonly Place[]): Promise<number> {
    const last = await this.#options.session.read();
    return places.findIndex((place) => nameOf(place) === last);
  }
}

/** As text: Chromium gives the fields of what it has stored back in another order. */
function nameOf({ tabId, frameId, href }: Place): string {
  return `${tabId} ${frameId} ${href}`;
}
