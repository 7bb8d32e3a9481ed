import type { tell as tellFrame } from '../../platform/message-bus.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import type { FrameMemories } from '../links/frame-memory.ts';

interface Place {
  readonly tabId: number;
  readonly frameId: number;
  readonly href: string;
}

export interface FlaggedJumpsOptions {
  readonly frames: Pick<FrameMemories, 'reports'>;
  readonly tell: typeof tellFrame;
  /** The link shown last, in session storage: the background may be stopped before the key. */
  readonly session: {
    readonly read: () => Promise<unknown>;
    readonly write: (value: unknown) => Promise<void>;
  };
}

export class FlaggedJumps {
  readonly #options: FlaggedJumpsOptions;

  constructor(options: FlaggedJumpsOptions) {
    this.#options = options;
  }

  async show(tabId: number, href: string): Promise<Outcome> {
    const place = (await this.#places(tabId)).find((each) => each.href === href);
    if (place === undefined) return 'gone';
    await this.#goTo(place, false);
    return 'done';
  }

  /** Opens the card of the link shown last, or of the first. */
  async why(tabId: number): Promise<void> {
    const places = await this.#places(tabId);
    const last = await this.#options.session.read();
    const place = places.find((each) => nameOf(each) === last) ?? places[0];
    if (place !== undefined) await this.#goTo(place, true);
  }

  async #goTo(place: Place, entersCard: boolean): Promise<void> {
    const { tabId, frameId, href } = place;
    await this.#options.session.write(nameOf(place));
    this.#options.tell({ type: 'show-link', href, entersCard }, tabId, frameId);
  }

  /** Ordered by frame; in each frame, danger first. */
  async #places(tabId: number): Promise<readonly Place[]> {
    const reports = await this.#options.frames.reports(tabId);
    return reports.flatMap(({ frameId, report }) =>
      [...new Set(report.shown.map(({ href }) => href))].map((href) => ({ tabId, frameId, href })),
    );
  }
}

/** Text to compare: Chromium's storage reorders an object's fields. */
function nameOf({ tabId, frameId, href }: Place): string {
  return `${tabId} ${frameId} ${href}`;
}
