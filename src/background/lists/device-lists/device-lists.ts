import { LayeredFilter } from '../../../core/filter/layered-filter.ts';
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import { eitherWay, fail, ok, type Result } from '../../../core/result.ts';
import { readLink } from '../../../core/url/read-link.ts';
import { lookUpLink } from '../../../core/verdict/look-up-link.ts';
import { downloadInPieces, type Patience } from '../../../platform/download.ts';
import type { ChannelStore } from '../../../platform/channel-store.ts';
import type { DeviceListRecord } from '../../../platform/private-records.ts';
import type { SnapshotStore } from '../../../platform/snapshot-store.ts';
import type { ValueStore } from '../../../platform/value-store.ts';
import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import type {
  AddList,
  CancelImport,
  DeviceList,
  ListChunk,
  ListCounts,
  ListImport,
  ListImportState,
  ListRefusal,
  PreviewFile,
  PreviewList,
  RemoveList,
} from '../../../protocol/device-list-messages.ts';
import type { LinkWatcher } from '../../links/link-watchers.ts';
import { canaries } from '../canaries.ts';
import { Jitter, nextAfterSuccess } from '../schedule.ts';
import { type FailedStep, fromDownload, fromStorage } from '../update-failure.ts';
import { CanaryKeys } from './canary-keys.ts';
import { type CompiledList, compileList } from './compile-list.ts';
import { Courtesy } from './courtesy.ts';
import { parseListAddress } from '../../../core/feed/list-address.ts';
import { ListIntake } from './list-intake.ts';
import { LIST_REFRESH_SECONDS, MAX_DEVICE_LISTS, MAX_LIST_BYTES, newListId } from './list-limits.ts';
import { listRecord } from './list-record.ts';
import { OpenMail } from './open-mail.ts';
import { Pace, runUnlessStopped } from './pace.ts';

/** Shorter than the 30 seconds after which both browsers stop an idle background realm. */
const KEEP_AWAKE_MS = 20_000;

/** How long a list waits for the reader's word, or for the next piece of a file, in milliseconds. */
const WAIT_MS = 15 * 60_000;

/** How often the progress is told. */
const SAY_EVERY_MS = 250;

/** Links asked about between two looks at the clock. */
const LINKS_PER_SLICE = 20;

export interface DeviceListsOptions {
  readonly channelStore: ChannelStore;
  readonly values: ValueStore;
  readonly snapshotStore: SnapshotStore;
  /** Unix time, seconds. */
  readonly now: () => number;
  readonly patience: Patience;
  /** A call that the browser counts as a sign of life. */
  readonly keepAwake: () => void;
  /** Makes the frames of open mails ask again for what they show; gives the number of their tabs. */
  readonly recheck: () => Promise<number>;
  /** Anything that the pages show of the lists has changed. */
  readonly onStatus: () => void;
  /** There is a list more, or one less. */
  readonly onChanged: () => Promise<void>;
}

/** Keys of this installation. */
interface Keys {
  readonly list: Uint8Array<ArrayBuffer>;
  readonly secret: Uint8Array<ArrayBuffer>;
}

/** A list that is compiled and in memory only. */
interface Ready {
  readonly compiled: CompiledList;
  readonly counts: ListCounts;
  readonly keys: Keys;
}

interface Import {
  readonly list: DeviceListRecord;
  readonly stop: AbortController;
  state: ListImportState;
  intake: ListIntake | null;
  keys: Keys | null;
  ready: Ready | null;
  awake: ReturnType<typeof setInterval> | null;
  end: ReturnType<typeof setTimeout> | null;
  readonly settled: {
    readonly promise: Promise<SettledImport | null>;
    readonly resolve: (state: SettledImport | null) => void;
  };
}

function settling(): Import['settled'] {
  let resolve: Import['settled']['resolve'] = () => undefined;
  const promise = new Promise<SettledImport | null>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** How an import ended. */
export type SettledImport = Extract<ListImportState, { kind: 'ready' | 'failed' }>;

/**
 * Lists of the reader's own: read, compiled and asked before they are added. What is being read lives in memory; if the
 * browser stops the realm, the import is gone and nothing is left of it.
 */
export class DeviceLists {
  /** What verdicts are asked through, so that lists are read around them. */
  readonly courtesy = new Courtesy();
  readonly watcher: LinkWatcher = {
    asked: (request) => {
      this.courtesy.begin();
      this.#openMail.saw(request);
    },
    ended: () => this.courtesy.end(),
  };
  readonly #options: DeviceListsOptions;
  readonly #openMail: OpenMail;
  #import: Import | null = null;
  #saidAt = 0;

  constructor(options: DeviceListsOptions) {
    this.#options = options;
    this.#openMail = new OpenMail(options.recheck);
  }

  async previewList({ url: typed, name, category, licence }: PreviewList): Promise<Started> {
    const address = parseListAddress(typed);
    if (!address.ok) return { refused: address.failure };
    const url = address.value;
    const refused = await this.#refusalOf(url);
    if (refused !== null) return { refused };
    const host = new URL(url).hostname;
    const { now } = this.#options;
    const started = this.#begin({
      id: newListId(),
      name: name.trim() || host,
      url,
      category,
      licence,
      addedAt: now(),
    });
    void this.#run(started, () => this.#fetch(started, url));
    return { import: started.list.id };
  }

  async previewFile({ name, category, bytes }: PreviewFile): Promise<Started> {
    const refused = await this.#refusalOf(null);
    if (refused !== null) return { refused };
    const addedAt = this.#options.now();
    const started = this.#begin({ id: newListId(), name, url: null, category, licence: '', addedAt });
    started.state = { kind: 'reading', receivedBytes: 0, totalBytes: bytes, entries: 0 };
    const prepared = await this.#prepare(started);
    if (!prepared.ok) this.#fail(started, prepared.failure);
    return { import: started.list.id };
  }

  /** Answers when the piece is read, so that a file comes no faster than it is read. */
  async takeChunk({ import: id, text, readBytes, isLast }: ListChunk): Promise<{ readonly wanted: boolean }> {
    const current = this.#current(id);
    const intake = current?.intake ?? null;
    if (current === null || intake === null || current.state.kind !== 'reading') return { wanted: false };
    const wants = await intake.pushText(text);
    if (current.stop.signal.aborted) return { wanted: false };
    this.#progress(current, readBytes, current.state.totalBytes);
    if (wants === 'more' && !isLast) return { wanted: true };
    void this.#run(current, () => Promise.resolve(ok('whole')));
    return { wanted: false };
  }

  /** Resolves when the import is ready, has failed, or is gone (null). */
  async settled(id: string): Promise<SettledImport | null> {
    const current = this.#current(id);
    return current === null ? null : current.settled.promise;
  }

  /** What is being read or waits, as it is shown. */
  importState(id: string): ListImportState | null {
    return this.#current(id)?.state ?? null;
  }

  cancel({ import: id }: CancelImport): void {
    if (this.#import?.list.id === id) this.#drop();
  }

  async add({ import: id }: AddList): Promise<{ readonly list: string } | { readonly refused: ListRefusal }> {
    const current = this.#current(id);
    const ready = current?.ready ?? null;
    if (current === null || ready === null) return { refused: 'import-gone' };
    const refused = await this.#refusalOf(current.list.url);
    if (refused !== null) return { refused };
    const { channelStore, snapshotStore, now, onChanged } = this.#options;
    const { compiled, counts, keys } = ready;
    const record = await listRecord(current.list, compiled, counts, {
      serial: 1,
      now: current.list.addedAt,
      secret: keys.secret,
    });
    // First who it is, then what it lists: without the first nobody would ever remove the second.
    const isKept = (await channelStore.putDeviceList(current.list)).ok;
    const isStored = isKept && (await snapshotStore.activate(record, 'newer')).ok;
    if (!isStored) {
      // If it stays, it is a list without entries, which the reader can remove.
      eitherWay(await channelStore.remove(id));
      return { refused: 'not-stored' };
    }
    const checkedAt = now();
    const jitter = new Jitter(keys.secret, id).at(checkedAt);
    const nextAt = nextAfterSuccess(checkedAt, {
      refreshAfter: LIST_REFRESH_SECONDS,
      saveData: false,
      jitter,
    });
    // Without it the list is fetched again at once: nothing worse.
    eitherWay(await snapshotStore.writeJournal(id, { checkedAt, nextAt, lastFailure: null }));
    this.#drop();
    await onChanged();
    return { list: id };
  }

  async remove({ list: id }: RemoveList): Promise<{ readonly removed: boolean }> {
    const { channelStore, snapshotStore, onChanged } = this.#options;
    const lists = await channelStore.deviceLists();
    if (!lists.ok || !lists.value.some((list) => list.id === id)) return { removed: false };
    // In this order: what is left of a removal that was cut off is a list that can be removed again.
    const isGone = (await snapshotStore.remove(id)).ok && (await channelStore.remove(id)).ok;
    await onChanged();
    return { removed: isGone };
  }

  /** @param statuses - of all channels */
  async describe(
    statuses: readonly ChannelStatus[],
  ): Promise<{ readonly lists: readonly DeviceList[]; readonly importing: ListImport | null }> {
    const { channelStore, snapshotStore } = this.#options;
    const [lists, stored] = await Promise.all([channelStore.deviceLists(), snapshotStore.snapshots()]);
    const described = (lists.ok ? lists.value : []).flatMap(({ id, category, licence }): DeviceList[] => {
      const status = statuses.find((each) => each.id === id);
      const record = (stored.ok ? stored.value : []).find(({ channel }) => channel === id);
      if (status === undefined) return [];
      return [{ status, category, licence, counts: record?.listCounts ?? null }];
    });
    const current = this.#import;
    const importing =
      current === null
        ? null
        : {
            import: current.list.id,
            name: current.list.name,
            url: current.list.url,
            state: current.state,
          };
    return { lists: described, importing };
  }

  async #refusalOf(url: string | null): Promise<ListRefusal | null> {
    const lists = await this.#options.channelStore.deviceLists();
    if (!lists.ok) return 'not-stored';
    if (url !== null && lists.value.some((list) => list.url === url)) return 'already-there';
    return lists.value.length >= MAX_DEVICE_LISTS ? 'too-many' : null;
  }

  #begin(list: DeviceListRecord): Import {
    this.#drop();
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
    this.#waitAgain(started);
    this.#options.onStatus();
    return started;
  }

  /** Ends the import that there is, and forgets it. */
  #drop(): void {
    const current = this.#import;
    if (current === null) return;
    this.#import = null;
    current.stop.abort();
    current.settled.resolve(null);
    this.#rest(current);
    this.#options.onStatus();
  }

  #rest(current: Import): void {
    if (current.awake !== null) clearInterval(current.awake);
    if (current.end !== null) clearTimeout(current.end);
    current.awake = null;
    current.end = null;
  }

  /** Nobody waits for ever: a page that was closed cancels nothing. */
  #waitAgain(current: Import): void {
    if (current.end !== null) clearTimeout(current.end);
    current.end = setTimeout(() => {
      if (this.#import === current) this.#drop();
    }, WAIT_MS);
  }

  #current(id: string): Import | null {
    return this.#import?.list.id === id ? this.#import : null;
  }

  async #prepare(current: Import): Promise<Result<ListIntake, FailedStep>> {
    const { values } = this.#options;
    const [list, secret] = await Promise.all([
      values.listKey(crypto.getRandomValues(new Uint8Array(8))),
      values.secret(crypto.getRandomValues(new Uint8Array(16))),
    ]);
    if (!list.ok) return fail(fromStorage(list.failure));
    if (!secret.ok) return fail(fromStorage(secret.failure));
    const canaries = await runUnlessStopped(
      CanaryKeys.make(list.value),
      new Pace(this.courtesy),
      current.stop.signal,
    );
    if (canaries === null) return fail(STOPPED);
    current.keys = { list: list.value, secret: secret.value };
    current.intake = new ListIntake(list.value, canaries, new Pace(this.courtesy));
    return ok(current.intake);
  }

  async #fetch(current: Import, url: string): Promise<Result<'whole' | 'stopped', FailedStep>> {
    const { patience } = this.#options;
    const prepared = await this.#prepare(current);
    if (!prepared.ok) return prepared;
    let totalBytes = 0;
    let receivedBytes = 0;
    const fetched = await downloadInPieces(
      url,
      {
        maxBytes: MAX_LIST_BYTES,
        patience,
        signal: current.stop.signal,
        onLength: (bytes) => {
          totalBytes = bytes;
        },
      },
      (piece) => {
        receivedBytes += piece.length;
        this.#progress(current, receivedBytes, totalBytes);
        return prepared.value.pushBytes(piece);
      },
    );
    return fetched.ok ? fetched : fail(fromDownload(fetched.failure, new URL(url).pathname));
  }

  async #run(current: Import, read: () => Promise<Result<'whole' | 'stopped', FailedStep>>): Promise<void> {
    try {
      const done = await read();
      const finished = done.ok ? await this.#compile(current) : done;
      if (!finished.ok) this.#fail(current, finished.failure);
    } catch (error) {
      console.error('Spamlight: an import ended in an exception', error);
      const detail = error instanceof Error ? error.name : 'unknown';
      this.#fail(current, { kind: 'internal', detail });
    }
  }

  async #compile(current: Import): Promise<Result<null, FailedStep>> {
    const { list, intake, keys, stop } = current;
    if (intake === null || keys === null || stop.signal.aborted) return fail(STOPPED);
    const entries = await intake.finish();
    if (!entries.ok) return entries;
    current.intake = null;
    this.#say(current, { kind: 'building', entries: entries.value.urls.high.length });
    const compiled = await runUnlessStopped(
      compileList(entries.value, {
        category: list.category,
        key: keys.list,
        secret: keys.secret,
        addedAt: list.addedAt,
        now: list.addedAt,
        serial: 1,
        before: null,
      }),
      new Pace(this.courtesy),
      stop.signal,
    );
    if (compiled === null) return fail(STOPPED);
    const counts: ListCounts = {
      ...entries.value.counts,
      format: entries.value.format,
      entries: compiled.sections.reduce((sum, section) => sum + section.entries, 0),
    };
    const ready: Ready = { compiled, counts, keys };
    const links = await this.#openMail.links();
    const openFlagged = await countFlagged(links, ready, new Pace(this.courtesy));
    const { state, device } = compiled;
    const bytes =
      state.length + device.header.length + device.residentFilter.length + device.verificationTable.length;
    current.ready = ready;
    this.#waitAgain(current);
    this.#say(current, {
      kind: 'ready',
      counts,
      bytes,
      canariesAsked: canaries().length,
      openLinks: links.length,
      openFlagged,
    });
    return ok(null);
  }

  #fail(current: Import, { kind, detail }: FailedStep): void {
    if (this.#import !== current) return;
    this.#rest(current);
    current.intake = null;
    this.#say(current, { kind: 'failed', failure: { kind, detail: detail.slice(0, 200) } });
  }

  #progress(current: Import, receivedBytes: number, totalBytes: number): void {
    const entries = current.intake?.count() ?? 0;
    current.state = { kind: 'reading', receivedBytes, totalBytes, entries };
    const saidAgo = Date.now() - this.#saidAt;
    if (saidAgo >= 0 && saidAgo < SAY_EVERY_MS) return;
    this.#saidAt = Date.now();
    this.#waitAgain(current);
    this.#options.onStatus();
  }

  #say(current: Import, state: ListImportState): void {
    if (this.#import !== current) return;
    current.state = state;
    if (state.kind === 'ready' || state.kind === 'failed') current.settled.resolve(state);
    this.#options.onStatus();
  }
}

type Started = { readonly import: string } | { readonly refused: ListRefusal };

/** Never shown: an import that was stopped is not there any more. */
const STOPPED: FailedStep = { kind: 'internal', detail: 'stopped' };

/** How many of these links the list would flag. */
async function countFlagged(
  links: readonly string[],
  { compiled, keys }: Ready,
  pace: Pace,
): Promise<number> {
  const { header, residentFilter, verificationTable } = compiled.device;
  const filter = LayeredFilter.open(header, residentFilter, keys.secret);
  if (!filter.ok) throw new RangeError(`a list just built cannot be opened: ${filter.failure.kind}`);
  const hasher = new EntryHasher(keys.list);
  let flagged = 0;
  for (const [index, href] of links.entries()) {
    const matches = await lookUpLink(readLink(href), filter.value, hasher, (start, end) =>
      Promise.resolve(verificationTable.subarray(start, end)),
    );
    if (matches.length > 0) flagged++;
    if (index % LINKS_PER_SLICE === LINKS_PER_SLICE - 1) await pace.breathe();
  }
  return flagged;
}
