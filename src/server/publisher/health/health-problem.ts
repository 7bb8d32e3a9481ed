export interface HealthProblem {
  /** Unique, and stable while the problem lasts. */
  readonly id: string;
  readonly title: string;
  readonly happened: string;
  readonly means: string;
  readonly todo: string;
  /** Untrusted text, such as lines of a log. */
  readonly quoted: readonly string[];
}
