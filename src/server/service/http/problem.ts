import { STATUS_CODES } from 'node:http';

/** An answer that says what is wrong with a request (RFC 9457). Nothing of the request's content is in it. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  /** For code: stays the same while `detail` may be put in better words. */
  readonly code: string;
  readonly detail: string;
}

export const PROBLEM_TYPE = 'application/problem+json';

export function problem(status: number, code: string, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Unknown', status, code, detail };
}

/** Ends a request with a problem; caught in one place, the error handler. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly problem: Problem;
  /** Seconds until another try has a chance; null: the same request will fail again. */
  readonly retryAfter: number | null;

  constructor(status: number, code: string, detail: string, retryAfter: number | null = null) {
    super(detail);
    this.problem = problem(status, code, detail);
    this.retryAfter = retryAfter;
  }
}
