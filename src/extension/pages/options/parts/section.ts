/** A part of the options page with its own state. */
export interface Section {
  readonly load: () => Promise<void>;
  readonly draw: () => void;
}
