import { STATUS_CODES } from 'node:http';

/** RFC 9457 problem details. Contains nothing of the request. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  /** For code: stable, unlike `detail`. */
  readonly code: string;
  readonly detail: string;
}

export const PROBLEM_TYPE = 'application/problem+json';

export function problem(status: number, code: string, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Unknown', status, code, detail };
}

export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly problem: Problem;
  /** Seconds; null: retrying is pointless. */
  readonly retryAfter: number | null;

  constructor(status: number, code: string, detail: string, retryAfter: number | null = null) {
    super(detail);
    this.problem = problem(status, code, detail);
    this.retryAfter = retryAfter;
  }
}
