/** What any answer of the service may hold; each test looks at its own part. */
export interface AnswerBody {
  readonly action: string;
  readonly code: string;
  readonly status: number;
  readonly isWhole: boolean;
  readonly unread: readonly string[];
  readonly attachments: readonly object[];
  readonly links: readonly object[];
  readonly senders: readonly object[];
  readonly evidence: {
    readonly kind: string;
    readonly reasons: readonly object[];
    readonly linkIndices: readonly number[];
  };
  readonly results: readonly {
    readonly action: string;
    readonly outcome: string;
    readonly verdict: { readonly kind: string };
  }[];
  readonly list: { readonly serial: number };
}
