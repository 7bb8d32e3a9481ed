import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../core/result.ts';
import { systemErrorCode, systemMessage } from '../../node/told-failure.ts';
import { isBefore, type LogPosition } from '../../node/changes/change-files.ts';
import type { Change } from '../../node/changes/change.ts';
import { toLine } from '../../node/changes/change-line.ts';
import { ChangeReader } from '../../node/changes/change-reader.ts';
import type { ChangeOutcome } from '../../node/changes/overlay.ts';
import { LinkChecker } from '../check/link-checker.ts';
import { EngineNodes } from '../engine/engine-nodes.ts';
import { RedisEngine } from '../engine/redis-engine.ts';
import { faultText } from '../fault-text.ts';
import { buildApp, type ServiceApp } from '../http/app.ts';
import { CHANGES_PER_TURN } from '../http/change-routes.ts';
import { PRESSURE_LIMITS } from '../http/pressure.ts';
import { parseTokens } from '../http/tokens.ts';
import { openCompiledList } from '../list/compiled-list.ts';
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

/** An append of this worker: what became of its changes is known once they are read back from the log. */
interface Submitted {
  readonly count: number;
  readonly outcomes: ChangeOutcome[];
}

/** One process that answers requests. It reads what the primary has written, and writes nothing itself. */
class Worker {
  readonly #settings: WorkerSettings;
  readonly #nodes: EngineNodes | null;
  readonly #engine: RedisEngine | null;
  readonly #checker: LinkChecker;
  readonly #reader: ChangeReader | null;
  /** Of requests to the primary that wait for an answer. */
  readonly #waiting = new Map<number, (answer: ToWorker | null) => void>();
  readonly #submitted = new Map<number, Submitted>();
  /** The own append that the reader is in, or comes to. */
  readonly #begun: { readonly request: number; readonly at: LogPosition }[] = [];
  #nextRequest = 0;
  #end: LogPosition | null = null;
  #reading: Promise<void> | null = null;
  #lists: Promise<void> = Promise.resolve();
  #service: ServiceApp | null = null;
  /** Whoever writes to the engine cannot. */
  #isEngineStale = false;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
    const { changes, engine } = settings;
    // What an engine holds need not be held here too.
    this.#reader = changes === null || engine !== null ? null : new ChangeReader(changes);
    this.#nodes = engine === null ? null : new EngineNodes(engine, ENGINE_MS);
    this.#engine = this.#nodes === null ? null : new RedisEngine(this.#nodes, FILTER_COPY_BYTES);
    this.#checker = new LinkChecker(this.#engine);
  }

  async prepare(list: string | null, end: LogPosition): Promise<void> {
    if (list !== null) await this.#useList(list);
    await this.#catchUp(end);
    // One that is away does not keep the local layers from answering.
    await Promise.race([this.#findEngine(), sleep(FIND_ENGINE_MS)]);
    tell({ kind: 'prepared' });
  }

  async #findEngine(): Promise<void> {
    const engine = this.#engine;
    if (this.#nodes === null || engine === null) return;
    await this.#nodes.connect();
    await engine.look();
    const lookOn = async (): Promise<void> => {
      for (;;) {
        await sleep(LOOK_AT_ENGINE_MS, undefined, { ref: false });
        try {
          await engine.look();
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
        await this.#catchUp(message.end);
        return this.#listen(message.port);
      case 'list':
        return this.#useList(message.folder);
      case 'engine':
        this.#isEngineStale = message.isStale;
        return;
      case 'synced':
        this.#begun.push(...message.begun);
        return this.#catchUp(message.end);
      case 'measure': {
        const metrics = (await this.#service?.metrics.registry.getMetricsAsJSON()) ?? [];
        return tell({ kind: 'measured', round: message.round, metrics });
      }
      case 'settled':
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
    this.#lists = this.#lists.then(async () => this.#checker.use(await openCompiledList(folder)));
    return this.#lists;
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

  /** Reads the log up to a place; one reading at a time, and always as far as is known by then. */
  async #catchUp(end: LogPosition): Promise<void> {
    if (this.#reader === null) return;
    if (this.#end === null || isBefore(this.#end, end)) this.#end = end;
    while (this.#reading !== null) await this.#reading;
    this.#reading = this.#read(this.#reader, this.#end);
    await this.#reading;
    this.#reading = null;
  }

  async #read(reader: ChangeReader, end: LogPosition): Promise<void> {
    await reader.readTo(end, (change, at) => {
      const outcome = this.#checker.apply(change);
      const [next] = this.#begun;
      if (next === undefined || isBefore(at, next.at)) return;
      // The lines of an append lie together; whoever waited for it may have gone.
      const mine = this.#submitted.get(next.request);
      if (mine === undefined || mine.outcomes.push(outcome) >= mine.count) this.#begun.shift();
    });
    tell({ kind: 'applied', end });
  }

  #changeSink(): ChangeSink {
    return {
      submit: async (changes: readonly Change[]): Promise<Result<readonly ChangeOutcome[], NotTaken>> => {
        const submitted: Submitted = { count: changes.length, outcomes: [] };
        const lines = await linesOf(changes);
        const answer = await this.#ask((request) => {
          this.#submitted.set(request, submitted);
          return { kind: 'append', request, lines };
        });
        if (answer?.kind === 'not-taken') return fail(answer.failure);
        if (answer?.kind !== 'settled') return fail(NOT_CONFIRMED);
        // Every process has applied it, this one too.
        const outcomes = answer.outcomes ?? submitted.outcomes;
        return outcomes.length === changes.length ? ok(outcomes) : fail(NOT_CONFIRMED);
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
    this.#submitted.delete(request);
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
      void worker.prepare(message.list, message.end);
    } else if (worker !== null) void worker.hear(message);
    else if (message.kind === 'drain') process.exit(0);
  });
  tell({ kind: 'hello' });
}

/** As the log has them. Checks are answered meanwhile. */
async function linesOf(changes: readonly Change[]): Promise<string> {
  let lines = '';
  for (let from = 0; from < changes.length; from += CHANGES_PER_TURN) {
    if (from > 0) await nextTurn();
    lines += changes
      .slice(from, from + CHANGES_PER_TURN)
      .map(toLine)
      .join('');
  }
  return lines;
}

function tell(message: ToPrimary): void {
  if (process.connected) process.send?.(message);
}
