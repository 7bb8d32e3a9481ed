import { after } from '../../platform/after.ts';
import { escapeOutsideText, shortened } from '../../../core/text/outside-text.ts';
import { NoAnswer, type askBackground } from '../../platform/frame-bus.ts';
import { reasonKey, scopeKey, uncheckedKey } from '../../platform/texts/reason-keys.ts';
import { afterLayout } from '../dom/after-layout.ts';
import { decideClick } from '../guard/click-decision.ts';
import type { Details, DetailsContext } from '../details/details.ts';
import { el } from '../dom/element.ts';
import { randomName } from '../dom/random-name.ts';
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

/** Functions that both files need. The second is built without them and takes them from the first (`vite.config.ts`). */
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
  signIcon,
  textLinesIn,
  textNodesIn,
  uncheckedKey,
  verdictSentence,
  visibleViewport,
};

declare global {
  /** Set by `details.iife.ts` in the extension's isolated world, which no page can see. */
  var spamlightDetails: ((context: DetailsContext) => Details) | undefined;
  var spamlightParts: typeof PARTS | undefined;
}

/** Waits between retries. A missing answer usually means that the background is still starting. Milliseconds. */
const RETRY_DELAYS_MS: readonly number[] = [100, 500, 2_000];

/** Loads card, question, signs and toast when this frame first needs them, and keeps them. */
export class DetailsLoader {
  readonly #context: DetailsContext;
  readonly #onLoaded: () => void;
  #details: Details | null = null;
  #loading: Promise<Details | null> | null = null;

  constructor(context: DetailsContext, onLoaded: () => void) {
    this.#context = context;
    this.#onLoaded = onLoaded;
    globalThis.spamlightParts = PARTS;
    // Define the property: in Chromium, `<img name="spamlightDetails">` in a mail would otherwise provide it.
    globalThis.spamlightDetails = undefined;
  }

  /** Null until they are loaded. */
  get loaded(): Details | null {
    return this.#details;
  }

  /** @returns null if loading failed; the next call tries again */
  load(): Promise<Details | null> {
    this.#loading ??= this.#try().finally(() => {
      if (this.#details === null) this.#loading = null;
    });
    return this.#loading;
  }

  async #try(): Promise<Details | null> {
    for (const delay of [...RETRY_DELAYS_MS, 0]) {
      const isAsked = globalThis.spamlightDetails !== undefined || (await isPutHere(this.#context.ask));
      if (this.#context.signal.aborted) return null;
      if (isAsked && globalThis.spamlightDetails !== undefined) {
        this.#details = globalThis.spamlightDetails(this.#context);
        this.#onLoaded();
        return this.#details;
      }
      if (delay > 0) await after(delay);
    }
    return null;
  }
}

async function isPutHere(ask: typeof askBackground): Promise<boolean> {
  try {
    return (await ask({ type: 'load-details' })).loaded;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return false;
  }
}
