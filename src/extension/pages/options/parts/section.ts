export interface Section {
  readonly load: () => Promise<void>;
  readonly draw: () => void;
}
