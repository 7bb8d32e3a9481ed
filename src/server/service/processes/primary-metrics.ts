import { Counter, Gauge, Registry } from 'prom-client';

type Failing = 'channel' | 'disk';

export class PrimaryMetrics {
  readonly #registry = new Registry();
  readonly #ended = new Counter({
    name: 'spamlight_processes_ended_total',
    help: 'Processes that ended while the service ran, each of which was started anew',
    registers: [this.#registry],
  });
  readonly #failures = new Counter({
    name: 'spamlight_failures_total',
    help: 'What failed: a look at the channel, or a write to the disk',
    labelNames: ['of'] as const,
    registers: [this.#registry],
  });
  readonly #lastFailure = new Gauge({
    name: 'spamlight_last_failure_timestamp_seconds',
    help: 'When it failed last, Unix time; 0: not since the service began',
    labelNames: ['of'] as const,
    registers: [this.#registry],
  });
  readonly #lastLook = new Gauge({
    name: 'spamlight_channel_last_success_timestamp_seconds',
    help: 'When a look at the channel was last as it should be, Unix time; 0: not since the service began',
    registers: [this.#registry],
  });

  constructor() {
    for (const of of ['channel', 'disk'] as const) {
      this.#failures.inc({ of }, 0);
      this.#lastFailure.set({ of }, 0);
    }
  }

  processEnded(): void {
    this.#ended.inc();
  }

  failed(of: Failing, now: number): void {
    this.#failures.inc({ of });
    this.#lastFailure.set({ of }, now);
  }

  looked(now: number): void {
    this.#lastLook.set(now);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
