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
  /** Checks need no token; only on loopback. */
  readonly isOpen: boolean;
  /** Null without a data folder. */
  readonly changes: ChangeSink | null;
  readonly reports: ReportSink | null;
  readonly keepQuery: boolean;
  /** For all processes; null: this one only. */
  readonly gatherMetrics: (() => Promise<string>) | null;
  /** Whether updates fail to reach the engine. */
  readonly isEngineStale: () => boolean;
  readonly pressure: PressureLimits;
  readonly now: () => number;
  /** Logs a fault. Must not log request data. */
  readonly onFault: (error: unknown) => void;
}

export interface Routes extends ServiceParts {
  readonly app: FastifyInstance;
  readonly metrics: ServiceMetrics;
  readonly isReady: () => boolean;
  readonly authorize: (request: FastifyRequest, right: Right) => TokenHolder;
}
