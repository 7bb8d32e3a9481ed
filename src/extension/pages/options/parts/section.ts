/** A part of the options page with its own state. */
export interface Section {
  /** Reloads and draws. */
  readonly load: () => Promise<void>;
  /** Redraws, as ages change. */
  readonly draw: () => void;
}
