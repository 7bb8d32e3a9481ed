import type { DeviceListRecord } from '../../../platform/storage/private-records.ts';
import type { ListCounts, ListImport, ListImportState } from '../../../protocol/device-list-messages.ts';
import type { FailedStep } from '../update-failure.ts';
import type { CompiledList } from './compile-list.ts';
import type { ListIntake } from './list-intake.ts';

/** Browsers stop an idle realm after 30 seconds. */
const KEEP_AWAKE_MS = 20_000;

/** How long an import waits for the reader's answer. */
const WAIT_MS = 15 * 60_000;

const PROGRESS_EVERY_MS = 250;

export interface ListKeys {
  readonly list: Uint8Array<ArrayBuffer>;
  readonly secret: Uint8Array<ArrayBuffer>;
}

export interface ReadyList {
  readonly compiled: CompiledList;
  readonly counts: ListCounts;
  readonly keys: ListKeys;
}

/** `put-aside`: replaced by another import. */
export type SettledImport =
  | Extract<ListImportState, { kind: 'ready' | 'failed' }>
  | { readonly kind: 'put-aside' };

export interface Import {
  readonly list: DeviceListRecord;
  readonly stop: AbortController;
  state: ListImportState;
  intake: ListIntake | null;
  keys: ListKeys | null;
  ready: ReadyList | null;
  awake: ReturnType<typeof setInterval> | null;
  end: ReturnType<typeof setTimeout> | null;
  readonly settled: {
    readonly promise: Promise<SettledImport | null>;
    readonly resolve: (state: SettledImport | null) => void;
  };
}

export interface ImportSlotOptions {
  readonly keepAwake: () => void;
  readonly onStatus: () => void;
}

/** At most one import. It keeps the realm awake, and ends after `WAIT_MS` without progress. */
export class ImportSlot {
  readonly #options: ImportSlotOptions;
  #import: Import | null = null;
  #saidAt = 0;
  #waiting: (() => void)[] = [];

  constructor(options: ImportSlotOptions) {
    this.#options = options;
  }

  begin(list: DeviceListRecord): Import {
    this.#end({ kind: 'put-aside' });
    const started: Import = {
      list,
      stop: new AbortController(),
      state: { kind: 'reading', receivedBytes: 0, totalBytes: 0, entries: 0 },
      intake: null,
      keys: null,
      ready: null,
      awake: setInterval(this.#options.keepAwake, KEEP_AWAKE_MS),
      end: null,
      settled: deferred(),
    };
    this.#import = started;
    this.restartTimeout(started);
    this.#options.onStatus();
    return started;
  }

  isTaken(): boolean {
    return this.#import !== null && this.#import.state.kind !== 'failed';
  }

  /** Check `isTaken` again afterwards: another waiter may be first. */
  nextEnd(): Promise<void> {
    return new Promise((ended) => {
      this.#waiting.push(ended);
    });
  }

  withId(id: string): Import | null {
    return this.#import?.list.id === id ? this.#import : null;
  }

  describe(): ListImport | null {
    if (this.#import === null) return null;
    const { list, state } = this.#import;
    return { import: list.id, name: list.name, url: list.url, state };
  }

  drop(): void {
    this.#end(null);
  }

  #end(as: SettledImport | null): void {
    const current = this.#import;
    if (current === null) return;
    this.#import = null;
    current.stop.abort();
    current.settled.resolve(as);
    stopTimers(current);
    this.#wakeWaiting();
    this.#options.onStatus();
  }

  /** Needed because a closed page cancels nothing. */
  restartTimeout(current: Import): void {
    if (current.end !== null) clearTimeout(current.end);
    current.end = setTimeout(() => {
      if (this.#import === current) this.drop();
    }, WAIT_MS);
  }

  progress(current: Import, receivedBytes: number, totalBytes: number): void {
    const entries = current.intake?.count() ?? 0;
    current.state = { kind: 'reading', receivedBytes, totalBytes, entries };
    const saidAgo = Date.now() - this.#saidAt;
    if (saidAgo >= 0 && saidAgo < PROGRESS_EVERY_MS) return;
    this.#saidAt = Date.now();
    this.restartTimeout(current);
    this.#options.onStatus();
  }

  setState(current: Import, state: ListImportState): void {
    if (this.#import !== current) return;
    current.state = state;
    if (state.kind === 'ready' || state.kind === 'failed') current.settled.resolve(state);
    this.#options.onStatus();
  }

  fail(current: Import, { kind, detail }: FailedStep): void {
    if (this.#import !== current) return;
    stopTimers(current);
    current.intake = null;
    this.setState(current, { kind: 'failed', failure: { kind, detail: detail.slice(0, 200) } });
    this.#wakeWaiting();
  }

  #wakeWaiting(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function stopTimers(current: Import): void {
  if (current.awake !== null) clearInterval(current.awake);
  if (current.end !== null) clearTimeout(current.end);
  current.awake = null;
  current.end = null;
}

function deferred(): Import['settled'] {
  let resolve: Import['settled']['resolve'] = () => undefined;
  const promise = new Promise<SettledImport | null>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
