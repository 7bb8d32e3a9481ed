import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../core/result.ts';
import { systemErrorCode, systemMessage } from '../../node/told-failure.ts';
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
import type { NotTaken } from '../not-taken.ts';
import type { ToPrimary, ToWorker, WorkerSettings } from './messages.ts';

/** How long a request waits for the primary process: whoever asks may well wait 10 s, and shall hear of it. Milliseconds. */
const PATIENCE_MS = 8_000;

/**
 * How long an engine may take for one round trip before the local layers answer. A link takes one, a listed one two; what
 * is asked of us shall be answered within 50. Milliseconds.
 */
const ENGINE_MS = 40;
const LOOK_AT_ENGINE_MS = 1000;
const FIND_ENGINE_MS = 3000;
/** Of the engine's filters, in each process. Bytes. */
const FILTER_COPY_BYTES = 64 << 20;

/** How long a stopping worker waits for requests that are being answered. Milliseconds. */
const STOP_MS = 10_000;

const NOT_CONFIRMED: NotTaken = {
  kind: 'not-confirmed',
  message: 'It could not be confirmed in time. It may hold all the same; send it again.',
  retryAfter: 5,
};

/** One process that answers requests. It reads what the primary has written, and writes nothing itself. */
class Worker {
  readonly #settings: WorkerSettings;
  readonly #nodes: EngineNodes | null;
  readonly #engine: RedisEngine | null;
  readonly #checker: LinkChecker;
  /** Layer 2 of lists, if it is not held here. */
  readonly #listEngine: ListInEngine | null;
  /** A list that the engine does not hold whole yet, while it holds the one in use. */
  #waitingList: LoadedList | null = null;
  /** Of requests to the primary that wait for an answer. */
  readonly #waiting = new Map<number, (answer: ToWorker | null) => void>();
  #nextRequest = 0;
  #lists: Promise<void> = Promise.resolve();
  #service: ServiceApp | null = null;
  /** Whoever writes to the engine cannot. */
  #isEngineStale = false;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
    const { changes, engine, isListInEngine } = settings;
    this.#nodes = engine === null ? null : new EngineNodes(engine, ENGINE_MS);
    this.#engine = this.#nodes === null ? null : new RedisEngine(this.#nodes, FILTER_COPY_BYTES);
    this.#checker = new LinkChecker(this.#engine ?? lookupIn(changes));
    this.#listEngine = this.#nodes !== null && isListInEngine ? new ListInEngine(this.#nodes) : null;
  }

  async prepare(list: string | null): Promise<void> {
    if (list !== null) await this.#useList(list);
    // One that is away does not keep the local layers from answering.
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
        return this.#useList(message.folder);
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

  /** One after the other: an older list must not come into use behind a newer one. */
  #useList(folder: string): Promise<void> {
    this.#lists = this.#lists.then(async () => {
      const engine = this.#listEngine;
      if (engine === null) return this.#checker.use(await openCompiledList(folder));
      this.#waitingList = await openCompiledList(folder, (layers) => engine.tableOf(layers));
      this.#useWaiting();
    });
    return this.#lists;
  }

  async #lookForList(): Promise<void> {
    await this.#listEngine?.look();
    this.#useWaiting();
  }

  /** The one before is better as long as the engine holds all of that and not of the new one: then it clears too. */
  #useWaiting(): void {
    const waiting = this.#waitingList;
    if (waiting === null) return;
    const before = this.#checker.list();
    if (before !== null && before.table.trouble() === null && waiting.table.trouble() !== null) return;
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
      submit: async (changes: readonly Change[]): Promise<Result<readonly ChangeOutcome[], NotTaken>> => {
        const answer = await this.#ask((request) => ({ kind: 'append', request, changes }));
        if (answer?.kind === 'taken') return ok(answer.outcomes);
        return fail(answer?.kind === 'not-taken' ? answer.failure : NOT_CONFIRMED);
      },
    };
  }

  #reportSink(): ReportSink {
    return {
      keep: async (report: Report): Promise<Result<'kept' | 'already-voted', NotTaken>> => {
        const answer = await this.#ask((request) => ({ kind: 'report', request, report }));
        if (answer?.kind === 'report-kept') return ok(answer.outcome);
        return fail(answer?.kind === 'not-taken' ? answer.failure : NOT_CONFIRMED);
      },
      feed: async (): Promise<Result<string, NotTaken>> => {
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

  /** @returns null if there was no answer in time */
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
    // Not yet at work.
    if (this.#service === null) process.exit(0);
    // Not 0: the log of the primary then tells that something was cut off.
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await this.#service.drain();
    tell({ kind: 'drained' });
  }
}

/** Turns this process, which `node:cluster` has started, into one that answers requests. */
export function becomeServiceWorker(): void {
  // Ctrl-C reaches every process of a terminal; the primary says when to stop, and in which order.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  let worker: Worker | null = null;
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') {
      worker = new Worker(message.settings);
      void worker.prepare(message.list);
    } else if (worker !== null) void worker.hear(message);
    else if (message.kind === 'drain') process.exit(0);
  });
  tell({ kind: 'hello' });
}

/** @param folder - of the changes; null: none are kept */
function lookupIn(folder: string | null): ChangeLookup | null {
  if (folder === null) return null;
  return new ChangeLookup(storePath(folder), (message) =>
    tell({ kind: 'changes-trouble', message: message ?? '' }),
  );
}

function tell(message: ToPrimary): void {
  if (process.connected) process.send?.(message);
}
