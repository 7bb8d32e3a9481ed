/** The request may be retried. */
export interface SubmitFailure {
  readonly kind: 'busy' | 'too-many' | 'not-written' | 'not-confirmed';
  readonly message: string;
  /** Seconds. */
  readonly retryAfter: number;
}
