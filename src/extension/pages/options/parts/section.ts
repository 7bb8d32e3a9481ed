/** One part of the options page with a state of its own. */
export interface Section {
  /** Asks the background again, and draws. */
  readonly load: () => Promise<void>;
  /** Draws again what is known: ages go by. */
  readonly draw: () => void;
}
