/** What any answer of the service may hold; each test looks at its own part. */
export interface AnswerBody {
  readonly action: string;
  readonly code: string;
  readonly status: number;
  readonly isWhole: boolean;
  readonly links: readonly object[];
  readonly results: readonly { readonly action: string; readonly outcome: string }[];
  readonly list: { readonly serial: number };
}
