import { delay } from '../../platform/delay.ts';
import { escapeOutsideText, shortened } from '../../../core/text/outside-text.ts';
import { NoAnswer, type askBackground } from '../../platform/frame-bus.ts';
import { reasonKey, scopeKey, uncheckedKey } from '../../platform/texts/reason-keys.ts';
import { afterLayout } from '../dom/after-layout.ts';
import { decideClick } from '../guard/click-decision.ts';
import type { Details, DetailsContext } from '../details/details.ts';
import { el } from '../dom/element.ts';
import { randomName } from '../dom/random-name.ts';
import { showAt } from '../marks/show-at.ts';
import { signIcon } from '../marks/sign-icon.ts';
import { textLinesIn } from '../dom/text-lines.ts';
import {
  boxOf,
  closestTo,
  deepFocus,
  elementAt,
  elementsAt,
  findAll,
  isConnected,
  isInside,
  isMatch,
  localName,
  textNodesIn,
} from '../dom/unclobbered.ts';
import { evidenceSentence, verdictSentence } from '../texts/verdict-sentences.ts';
import { isIn, isSmall, visibleViewport } from '../dom/visible-viewport.ts';

/** Functions shared with `details.iife.ts`, which is built without them (`vite.config.ts`). */
const PARTS = {
  afterLayout,
  boxOf,
  closestTo,
  decideClick,
  deepFocus,
  el,
  elementAt,
  elementsAt,
  escapeOutsideText,
  evidenceSentence,
  findAll,
  isConnected,
  isIn,
  isInside,
  isMatch,
  isSmall,
  localName,
  NoAnswer,
  randomName,
  reasonKey,
  scopeKey,
  shortened,
  showAt,
  signIcon,
  textLinesIn,
  textNodesIn,
  uncheckedKey,
  verdictSentence,
  visibleViewport,
};

declare global {
  /** Set by `details.iife.ts` in the isolated world. */
  var spamlightDetails: ((context: DetailsContext) => Details) | undefined;
  var spamlightParts: typeof PARTS | undefined;
}

/** The background may still be starting. */
const RETRY_DELAYS_MS: readonly number[] = [100, 500, 2_000];

/** Loads overlays on first use. */
export class DetailsLoader {
  readonly #context: DetailsContext;
  readonly #onLoaded: () => void;
  #details: Details | null = null;
  #loading: Promise<Details | null> | null = null;

  constructor(context: DetailsContext, onLoaded: () => void) {
    this.#context = context;
    this.#onLoaded = onLoaded;
    globalThis.spamlightParts = PARTS;
    // Otherwise, in Chromium, `<img name="spamlightDetails">` in a mail would define it.
    globalThis.spamlightDetails = undefined;
  }

  get loaded(): Details | null {
    return this.#details;
  }

  /** @returns null on failure; the next call retries */
  load(): Promise<Details | null> {
    this.#loading ??= this.#try().finally(() => {
      if (this.#details === null) this.#loading = null;
    });
    return this.#loading;
  }

  async #try(): Promise<Details | null> {
    for (const delayMs of [...RETRY_DELAYS_MS, 0]) {
      const isAsked = globalThis.spamlightDetails !== undefined || (await requestDetails(this.#context.ask));
      if (this.#context.signal.aborted) return null;
      if (isAsked && globalThis.spamlightDetails !== undefined) {
        this.#details = globalThis.spamlightDetails(this.#context);
        this.#onLoaded();
        return this.#details;
      }
      if (delayMs > 0) await delay(delayMs);
    }
    return null;
  }
}

async function requestDetails(ask: typeof askBackground): Promise<boolean> {
  try {
    return (await ask({ type: 'load-details' })).loaded;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return false;
  }
}
