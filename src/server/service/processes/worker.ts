import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../core/result.ts';
import { systemErrorCode, systemMessage } from '../../node/explained-failure.ts';
import type { Change } from '../../node/changes/change.ts';
import { storePath, type ChangeOutcome } from '../../node/changes/change-store.ts';
import { ChangeLookup } from '../changes/change-lookup.ts';
import { LinkChecker } from '../check/link-checker.ts';
import { EngineNodes } from '../engine/engine-nodes.ts';
import { RedisEngine } from '../engine/redis-engine.ts';
import { faultText } from '../fault-text.ts';
import { buildApp, type ServiceApp } from '../http/app.ts';
import { PRESSURE_LIMITS } from '../http/pressure.ts';
import { parseTokens } from '../http/tokens.ts';
import { openCompiledList, type LoadedList } from '../list/compiled-list.ts';
import { ListInEngine } from '../engine-list/list-in-engine.ts';
import type { Report } from '../reports/report.ts';
import type { ChangeSink, ReportSink } from '../http/sinks.ts';
import type { SubmitFailure } from '../submit-failure.ts';
import type { ToPrimary, ToWorker, WorkerSettings } from './messages.ts';

/** Timeout of requests to the primary; clients may wait 10 s, and must get an answer. */
const PATIENCE_MS = 8_000;

/**
 * Timeout of an engine round trip, after which local copies answer. A link takes one trip, a listed one two, and the
 * target is 50 ms.
 */
const ENGINE_MS = 40;
const LOOK_AT_ENGINE_MS = 1000;
const FIND_ENGINE_MS = 3000;
/** One late answer or new connection is no outage, and a list given up for one would not come back. */
const TROUBLED_LOOKS = 6;
/** Copy of the engine's filters, per process. */
const FILTER_COPY_BYTES = 64 << 20;

const STOP_MS = 10_000;

const NOT_CONFIRMED: SubmitFailure = {
  kind: 'not-confirmed',
  message: 'It could not be confirmed in time. It may hold all the same; send it again.',
  retryAfter: 5,
};

/** Writes nothing to disk itself. */
class Worker {
  readonly #settings: WorkerSettings;
  readonly #nodes: EngineNodes | null;
  readonly #engine: RedisEngine | null;
  readonly #checker: LinkChecker;
  /** Null: the verification table is local. */
  readonly #listEngine: ListInEngine | null;
  /** A list that the engine does not hold completely yet. */
  #waitingList: LoadedList | null = null;
  /** Looks in a row at which the engine did not answer, or had not all of the list in use. */
  #troubledLooks = 0;
  /** Pending requests to the primary. */
  readonly #waiting = new Map<number, (answer: ToWorker | null) => void>();
  #nextRequest = 0;
  #lists: Promise<void> = Promise.resolve();
  #service: ServiceApp | null = null;
  #isEngineStale = false;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
    const { changes, engine, channels, isListInEngine } = settings;
    this.#nodes = engine === null ? null : new EngineNodes(engine, ENGINE_MS);
    this.#engine = this.#nodes === null ? null : new RedisEngine(this.#nodes, FILTER_COPY_BYTES);
    this.#checker = new LinkChecker(this.#engine ?? lookupIn(changes), channels);
    this.#listEngine = this.#nodes !== null && isListInEngine ? new ListInEngine(this.#nodes) : null;
  }

  async prepare(lists: readonly (string | null)[]): Promise<void> {
    for (const [channel, list] of lists.entries()) if (list !== null) await this.#useList(list, channel);
    // Local copies can answer without the engine.
    await Promise.race([this.#findEngine(), sleep(FIND_ENGINE_MS)]);
    tell({ kind: 'prepared' });
  }

  async #findEngine(): Promise<void> {
    const engine = this.#engine;
    if (this.#nodes === null || engine === null) return;
    await this.#nodes.connect();
    await engine.look();
    await this.#lookForList();
    const lookOn = async (): Promise<void> => {
      for (;;) {
        await sleep(LOOK_AT_ENGINE_MS, undefined, { ref: false });
        try {
          await engine.look();
          await this.#lookForList();
        } catch (error) {
          tell({ kind: 'fault', message: faultText(error) });
        }
      }
    };
    void lookOn();
  }

  async hear(message: ToWorker): Promise<void> {
    switch (message.kind) {
      case 'start':
        return;
      case 'listen':
        return this.#listen(message.port);
      case 'list':
        return this.#useList(message.folder, message.channel);
      case 'engine':
        this.#isEngineStale = message.isStale;
        return;
      case 'measure': {
        const metrics = (await this.#service?.metrics.registry.getMetricsAsJSON()) ?? [];
        return tell({ kind: 'measured', round: message.round, metrics });
      }
      case 'taken':
      case 'not-taken':
      case 'report-kept':
      case 'feed':
      case 'metrics':
        this.#waiting.get(message.request)?.(message);
        return;
      case 'drain':
        return this.#drain();
      case 'stop':
        await this.#service?.app.close();
        process.exit(0);
    }
  }

  /** Sequential, or an older list could replace a newer one. */
  #useList(folder: string, channel: number): Promise<void> {
    this.#lists = this.#lists.then(async () => {
      const engine = this.#listEngine;
      if (engine === null) return this.#checker.use(await openCompiledList(folder), channel);
      this.#waitingList = await openCompiledList(folder, (layers) => engine.tableOf(layers));
      this.#useWaiting();
    });
    return this.#lists;
  }

  async #lookForList(): Promise<void> {
    await this.#listEngine?.look();
    const isWhole = this.#checker.lists()[0]?.table.trouble() === null;
    this.#troubledLooks = isWhole ? 0 : this.#troubledLooks + 1;
    this.#useWaiting();
  }

  /** Keeps the previous list while only that one is complete in the engine, because only complete lists clear links. */
  #useWaiting(): void {
    const waiting = this.#waitingList;
    if (waiting === null) return;
    const [before = null] = this.#checker.lists();
    const mayReplace = waiting.table.trouble() === null || this.#troubledLooks >= TROUBLED_LOOKS;
    if (before !== null && !mayReplace) return;
    this.#checker.use(waiting);
    this.#waitingList = null;
  }

  async #listen(port: number): Promise<void> {
    const { version, host, policy, tokens, isOpen, keepQuery, changes } = this.#settings;
    const parsed = parseTokens(tokens);
    if (!parsed.ok) throw new Error('the primary process has read these tokens');
    this.#service = await buildApp({
      version,
      checker: this.#checker,
      policy,
      tokens: parsed.value,
      isOpen,
      keepQuery,
      changes: changes === null ? null : this.#changeSink(),
      reports: changes === null ? null : this.#reportSink(),
      gatherMetrics: () => this.#gatherMetrics(),
      isEngineStale: () => this.#isEngineStale,
      pressure: PRESSURE_LIMITS,
      now: () => Math.floor(Date.now() / 1000),
      onFault: (error) => tell({ kind: 'fault', message: faultText(error) }),
    });
    try {
      await this.#service.app.listen({ host, port });
    } catch (error) {
      const why =
        systemErrorCode(error) === 'EADDRINUSE' ? 'it is in use' : (systemMessage(error) ?? faultText(error));
      return tell({ kind: 'cannot-listen', message: `Port ${port} at ${host}: ${why}.` });
    }
    const address = this.#service.app.server.address();
    tell({ kind: 'listening', port: typeof address === 'object' && address !== null ? address.port : port });
  }

  #changeSink(): ChangeSink {
    return {
      submit: async (
        changes: readonly Change[],
      ): Promise<Result<readonly ChangeOutcome[], SubmitFailure>> => {
        const answer = await this.#ask((request) => ({ kind: 'append', request, changes }));
        if (answer?.kind === 'taken') return ok(answer.outcomes);
        return fail(answer?.kind === 'not-taken' ? answer.failure : NOT_CONFIRMED);
      },
    };
  }

  #reportSink(): ReportSink {
    return {
      keep: async (report: Report): Promise<Result<'kept' | 'already-voted', SubmitFailure>> => {
        const answer = await this.#ask((request) => ({ kind: 'report', request, report }));
        if (answer?.kind === 'report-kept') return ok(answer.outcome);
        return fail(answer?.kind === 'not-taken' ? answer.failure : NOT_CONFIRMED);
      },
      feed: async (): Promise<Result<string, SubmitFailure>> => {
        const answer = await this.#ask((request) => ({ kind: 'feed', request }));
        if (answer?.kind === 'feed') return ok(answer.text);
        return fail(answer?.kind === 'not-taken' ? answer.failure : NOT_CONFIRMED);
      },
    };
  }

  async #gatherMetrics(): Promise<string> {
    const answer = await this.#ask((request) => ({ kind: 'metrics', request }));
    if (answer?.kind !== 'metrics') throw new Error('the primary process gives no metrics');
    return answer.text;
  }

  async #ask(question: (request: number) => ToPrimary): Promise<ToWorker | null> {
    const request = this.#nextRequest++;
    const answer = await new Promise<ToWorker | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), PATIENCE_MS);
      this.#waiting.set(request, (given) => {
        clearTimeout(timer);
        resolve(given);
      });
      tell(question(request));
    });
    this.#waiting.delete(request);
    return answer;
  }

  async #drain(): Promise<void> {
    // Not listening yet.
    if (this.#service === null) process.exit(0);
    // Nonzero, so that the primary logs the cut-off requests.
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await this.#service.drain();
    tell({ kind: 'drained' });
  }
}

export function becomeServiceWorker(): void {
  // Ctrl-C reaches every process of a terminal; the primary coordinates the stop.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  let worker: Worker | null = null;
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') {
      worker = new Worker(message.settings);
      void worker.prepare(message.lists);
    } else if (worker !== null) void worker.hear(message);
    else if (message.kind === 'drain') process.exit(0);
  });
  tell({ kind: 'hello' });
}

function lookupIn(folder: string | null): ChangeLookup | null {
  if (folder === null) return null;
  return new ChangeLookup(storePath(folder), (message) =>
    tell({ kind: 'changes-trouble', message: message ?? '' }),
  );
}

function tell(message: ToPrimary): void {
  if (process.connected) process.send?.(message);
}
