import { resolveWithin } from '../../platform/delay.ts';
import type { askBackground } from '../../platform/frame-bus.ts';
import { NOTHING_ADMINISTERED } from '../../protocol/policy-messages.ts';
import { DEFAULT_PREFERENCES, type CurrentPreferences } from '../../protocol/preference-messages.ts';
import { ChosenTexts, type ContentTexts } from '../texts/content-texts.ts';

/** How long a click may wait for preferences. */
const PATIENCE_MS = 2000;

export interface FrameSettingsOptions {
  readonly ask: typeof askBackground;
  /** In the browser's language. */
  readonly texts: ContentTexts;
  readonly onLanguage: () => void;
}

export class FrameSettings {
  readonly texts: ChosenTexts;
  readonly #options: FrameSettingsOptions;
  #preferences: CurrentPreferences = {
    ...DEFAULT_PREFERENCES,
    locked: [],
    administered: NOTHING_ADMINISTERED,
  };

  #isKnown = false;

  constructor(options: FrameSettingsOptions) {
    this.#options = options;
    this.texts = new ChosenTexts(options.texts);
  }

  get preferences(): CurrentPreferences {
    return this.#preferences;
  }

  /** False while defaults apply; the reader's choices may be stricter. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  async settled(): Promise<void> {
    if (this.#isKnown) return;
    await resolveWithin(this.load(), PATIENCE_MS);
  }

  async load(): Promise<void> {
    const answer = await this.#options.ask({ type: 'get-preferences' }).catch(() => null);
    if (answer === null) return;
    const isSameLanguage = answer.language === this.#preferences.language;
    this.#preferences = answer;
    this.#isKnown = true;
    if (!isSameLanguage || this.texts.language === '') this.#loadTexts();
  }

  #loadTexts(): void {
    this.#options.ask({ type: 'get-texts', known: this.#options.texts.language }).then(
      (chosen) => {
        if (this.texts.choose(chosen)) this.#options.onLanguage();
      },
      () => undefined,
    );
  }
}
