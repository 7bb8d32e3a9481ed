/** Something about a channel that a person has to mend. Texts are whole sentences. */
export interface HealthProblem {
  /** The same in every run while it lasts, and of no other problem. */
  readonly id: string;
  readonly title: string;
  readonly happened: string;
  readonly means: string;
  readonly todo: string;
  /** What a program said of it, line by line; from outside. */
  readonly quoted: readonly string[];
}
