/** Why something was not taken in; it may be sent again. */
export interface NotTaken {
  readonly kind: 'busy' | 'too-many' | 'not-written' | 'not-confirmed';
  readonly message: string;
  /** Seconds. */
  readonly retryAfter: number;
}
