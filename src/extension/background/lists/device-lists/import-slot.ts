import type { DeviceListRecord } from '../../../platform/storage/private-records.ts';
import type { ListCounts, ListImport, ListImportState } from '../../../protocol/device-list-messages.ts';
import type { FailedStep } from '../update-failure.ts';
import type { CompiledList } from './compile-list.ts';
import type { ListIntake } from './list-intake.ts';

/** Shorter than the 30 seconds after which both browsers stop an idle background realm. */
const KEEP_AWAKE_MS = 20_000;

/** How long a list waits for the reader's word, or for the next piece of a file, in milliseconds. */
const WAIT_MS = 15 * 60_000;

/** How often the progress is told. */
const SAY_EVERY_MS = 250;

/** Keys of this installation. */
export interface ListKeys {
  readonly list: Uint8Array<ArrayBuffer>;
  readonly secret: Uint8Array<ArrayBuffer>;
}

/** A list that is compiled and in memory only. */
export interface ReadyList {
  readonly compiled: CompiledList;
  readonly counts: ListCounts;
  readonly keys: ListKeys;
}

/** How an import ended. `put-aside`: another one has begun in its place. */
export type SettledImport =
  | Extract<ListImportState, { kind: 'ready' | 'failed' }>
  | { readonly kind: 'put-aside' };

/** A list on its way in. It lives in memory: if the browser stops the realm, nothing is left of it. */
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
  /** A call that the browser counts as a sign of life. */
  readonly keepAwake: () => void;
  /** Anything that the pages show of the import has changed. */
  readonly onStatus: () => void;
}

/** The one import that there is at a time: kept awake, told about, and ended when nobody comes back to it. */
export class ImportSlot {
  readonly #options: ImportSlotOptions;
  #import: Import | null = null;
  #saidAt = 0;
  /** Who waits for the next end. */
  #waiting: (() => void)[] = [];

  constructor(options: ImportSlotOptions) {
    this.#options = options;
  }

  /** Ends the import before it. */
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
      settled: settling(),
    };
    this.#import = started;
    this.waitAgain(started);
    this.#options.onStatus();
    return started;
  }

  /** Whether there is an import that somebody waits for; one that has failed is only looked at. */
  isTaken(): boolean {
    return this.#import !== null && this.#import.state.kind !== 'failed';
  }

  /** Resolves when the next import has ended. Whoever waited as well may be quicker: then it is taken again. */
  nextEnd(): Promise<void> {
    return new Promise((ended) => {
      this.#waiting.push(ended);
    });
  }

  /** Null if another one has begun since, or none is there any more. */
  withId(id: string): Import | null {
    return this.#import?.list.id === id ? this.#import : null;
  }

  /** As it is shown. */
  describe(): ListImport | null {
    if (this.#import === null) return null;
    const { list, state } = this.#import;
    return { import: list.id, name: list.name, url: list.url, state };
  }

  /** Ends the import that there is, and forgets it. */
  drop(): void {
    this.#end(null);
  }

  #end(as: SettledImport | null): void {
    const current = this.#import;
    if (current === null) return;
    this.#import = null;
    current.stop.abort();
    current.settled.resolve(as);
    rest(current);
    this.#wakeWaiting();
    this.#options.onStatus();
  }

  /** Nobody waits for ever: a page that was closed cancels nothing. */
  waitAgain(current: Import): void {
    if (current.end !== null) clearTimeout(current.end);
    current.end = setTimeout(() => {
      if (this.#import === current) this.drop();
    }, WAIT_MS);
  }

  progress(current: Import, receivedBytes: number, totalBytes: number): void {
    const entries = current.intake?.count() ?? 0;
    current.state = { kind: 'reading', receivedBytes, totalBytes, entries };
    const saidAgo = Date.now() - this.#saidAt;
    if (saidAgo >= 0 && saidAgo < SAY_EVERY_MS) return;
    this.#saidAt = Date.now();
    this.waitAgain(current);
    this.#options.onStatus();
  }

  say(current: Import, state: ListImportState): void {
    if (this.#import !== current) return;
    current.state = state;
    if (state.kind === 'ready' || state.kind === 'failed') current.settled.resolve(state);
    this.#options.onStatus();
  }

  fail(current: Import, { kind, detail }: FailedStep): void {
    if (this.#import !== current) return;
    rest(current);
    current.intake = null;
    this.say(current, { kind: 'failed', failure: { kind, detail: detail.slice(0, 200) } });
    this.#wakeWaiting();
  }

  #wakeWaiting(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function rest(current: Import): void {
  if (current.awake !== null) clearInterval(current.awake);
  if (current.end !== null) clearTimeout(current.end);
  current.awake = null;
  current.end = null;
}

function settling(): Import['settled'] {
  let resolve: Import['settled']['resolve'] = () => undefined;
  const promise = new Promise<SettledImport | null>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
