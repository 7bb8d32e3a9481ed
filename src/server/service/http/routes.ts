import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LinkChecker } from '../check/link-checker.ts';
import type { Policy } from '../check/policy.ts';
import type { ChangeSink, ReportSink } from './sinks.ts';
import type { ServiceMetrics } from './metrics.ts';
import type { PressureLimits } from './pressure.ts';
import type { Right, TokenHolder, Tokens } from './tokens.ts';

export interface ServiceParts {
  readonly version: string;
  readonly checker: LinkChecker;
  readonly policy: Policy;
  readonly tokens: Tokens;
  /** No token is needed to check: only where nobody but this machine can ask. */
  readonly isOpen: boolean;
  /** Null: there is no folder to keep them in. */
  readonly changes: ChangeSink | null;
  readonly reports: ReportSink | null;
  readonly keepQuery: boolean;
  /** Of all processes; null: of this one. */
  readonly gatherMetrics: (() => Promise<string>) | null;
  /** What is taken in here does not reach the engine now. */
  readonly isEngineStale: () => boolean;
  readonly pressure: PressureLimits;
  /** Unix time, seconds. */
  readonly now: () => number;
  /** One line of the log about what went wrong here; never with anything of a request in it. */
  readonly onFault: (error: unknown) => void;
}

/** What routes share. */
export interface Routes extends ServiceParts {
  readonly app: FastifyInstance;
  readonly metrics: ServiceMetrics;
  readonly isReady: () => boolean;
  /** @throws RequestRefused if the bearer may not */
  readonly authorize: (request: FastifyRequest, right: Right) => TokenHolder;
}
