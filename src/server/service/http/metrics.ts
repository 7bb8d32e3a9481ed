import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CheckedLink, LinkChecker } from '../check/link-checker.ts';
import { ACTIONS, type Action } from '../check/policy.ts';
import type { ListFacts } from '../list/list-facts.ts';
import type { Pressure } from './pressure.ts';

interface Measured {
  readonly checker: LinkChecker;
  readonly isEngineStale: () => boolean;
  readonly now: () => number;
}

/** No label holds request data. */
export class ServiceMetrics {
  readonly registry = new Registry();
  readonly #links = new Counter({
    name: 'spamlight_links_total',
    help: 'Links judged, by what the platform was told to do',
    labelNames: ['action'] as const,
    registers: [this.registry],
  });
  readonly #troubled = new Counter({
    name: 'spamlight_unknown_changes_links_total',
    help: 'Links whose changes could not be looked up, by why',
    labelNames: ['trouble'] as const,
    registers: [this.registry],
  });
  readonly #requests = new Histogram({
    name: 'spamlight_request_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['route', 'status'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [this.registry],
  });
  readonly #changes = new Counter({
    name: 'spamlight_changes_total',
    help: 'Changes of the list that were sent here, by what became of them',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly #lag = monitorEventLoopDelay({ resolution: 20 });

  constructor({ checker, isEngineStale, now }: Measured, pressure: Pressure) {
    this.#lag.enable();
    const gauge = (
      name: string,
      help: string,
      value: () => number,
      // The default is for processes that each have the full value.
      aggregator: 'max' | 'min' | 'sum' = 'max',
    ): void => {
      this.registry.registerMetric(
        new Gauge({
          name,
          help,
          aggregator,
          registers: [],
          collect() {
            this.set(value());
          },
        }),
      );
    };
    const ofLists = (name: string, help: string, value: (facts: ListFacts | null) => number): void => {
      this.registry.registerMetric(
        new Gauge({
          name,
          help,
          aggregator: 'max',
          labelNames: ['number', 'channel'],
          registers: [],
          collect() {
            this.reset();
            for (const [place, list] of checker.lists().entries())
              this.set(
                { number: String(place + 1), channel: list?.facts.channel ?? '' },
                value(list?.facts ?? null),
              );
          },
        }),
      );
    };
    ofLists('spamlight_list_serial', 'Serial of the list in use; 0: none', (facts) => facts?.serial ?? 0);
    ofLists('spamlight_list_entries', 'Entries of the list in use', (facts) => facts?.entries ?? 0);
    ofLists('spamlight_list_age_seconds', 'Since the list in use was published', (facts) =>
      facts === null ? Number.POSITIVE_INFINITY : Math.max(0, now() - facts.publishedAt),
    );
    gauge('spamlight_changed_entries', 'Entries changed since', () => checker.changeCount());
    gauge(
      'spamlight_engine_copy_entries',
      'Entries of the engine whose filters each process keeps',
      () => checker.copiedEntryCount(),
      'min',
    );
    gauge('spamlight_engine_stale', '1: what is taken in here does not reach the engine now', () =>
      Number(isEngineStale()),
    );
    gauge(
      'spamlight_requests_in_flight',
      'Requests accepted and not answered yet',
      () => pressure.accepted(),
      'sum',
    );
    gauge(
      'spamlight_process_memory_bytes',
      'Memory of all processes that answer, as the system counts it',
      () => process.memoryUsage.rss(),
      'sum',
    );
    gauge(
      'spamlight_event_loop_lag_seconds',
      'How long a process that answers was busy with one thing, 99th percentile since it was last asked',
      () => {
        const seconds = this.#lag.percentile(99) / 1e9;
        this.#lag.reset();
        return seconds;
      },
    );
  }

  stop(): void {
    this.#lag.disable();
  }

  countLinks(actions: readonly Action[]): void {
    for (const action of ACTIONS) {
      const count = actions.reduce((sum, one) => (one === action ? sum + 1 : sum), 0);
      if (count > 0) this.#links.inc({ action }, count);
    }
  }

  countTrouble(checked: readonly Pick<CheckedLink, 'trouble'>[]): void {
    for (const { trouble } of checked) if (trouble !== null) this.#troubled.inc({ trouble });
  }

  countChange(outcome: string): void {
    this.#changes.inc({ outcome });
  }

  observe(route: string, status: number, seconds: number): void {
    this.#requests.observe({ route, status: String(status) }, seconds);
  }
}
