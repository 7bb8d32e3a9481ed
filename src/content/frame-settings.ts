import type { askBackground } from '../platform/frame-bus.ts';
import { NOTHING_ADMINISTERED } from '../protocol/policy-messages.ts';
import { DEFAULT_PREFERENCES, type CurrentPreferences } from '../protocol/preference-messages.ts';
import { ChosenTexts, type ContentTexts } from './content-texts.ts';

export interface FrameSettingsOptions {
  readonly ask: typeof askBackground;
  /** The browser's own. */
  readonly texts: ContentTexts;
  readonly onLanguage: () => void;
}

/** What the reader has chosen, as far as this frame has heard of it; the usual choices until then. */
export class FrameSettings {
  readonly texts: ChosenTexts;
  readonly #options: FrameSettingsOptions;
  #preferences: CurrentPreferences = {
    ...DEFAULT_PREFERENCES,
    locked: [],
    administered: NOTHING_ADMINISTERED,
  };

  constructor(options: FrameSettingsOptions) {
    this.#options = options;
    this.texts = new ChosenTexts(options.texts);
  }

  get preferences(): CurrentPreferences {
    return this.#preferences;
  }

  load(): void {
    this.#options.ask({ type: 'get-preferences' }).then(
      (answer) => {
        const isSameLanguage = answer.language === this.#preferences.language;
        this.#preferences = answer;
        if (!isSameLanguage) this.#loadTexts();
      },
      // The usual ones hold until the background is there.
      () => undefined,
    );
  }

  #loadTexts(): void {
    this.#options.ask({ type: 'get-texts' }).then(
      (chosen) => {
        if (this.texts.choose(chosen)) this.#options.onLanguage();
      },
      // The browser's own will do.
      () => undefined,
    );
  }
}
