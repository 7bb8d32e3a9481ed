export interface HealthProblem {
  /** Unique, and stable while the problem lasts. */
  readonly id: string;
  readonly title: string;
  readonly happened: string;
  readonly means: string;
  readonly todo: string;
  /** Untrusted, such as log lines. */
  readonly quoted: readonly string[];
}
