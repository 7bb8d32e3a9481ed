import { fail, ok, type Result } from '../../../../core/result.ts';
import { downloadInPieces, type Patience } from '../../../platform/download.ts';
import type { ValueStore } from '../../../platform/storage/value-store.ts';
import type { ListCounts } from '../../../protocol/device-list-messages.ts';
import { canaries } from '../canaries.ts';
import { type FailedStep, fromDownload, fromStorage } from '../update-failure.ts';
import { CanaryKeys } from './canary-keys.ts';
import { compileList } from './compile-list.ts';
import { countFlagged } from './count-flagged.ts';
import type { VerdictPriority } from './verdict-priority.ts';
import type { Import, ImportSlot, ReadyList } from './import-slot.ts';
import { ListIntake } from './list-intake.ts';
import { MAX_LIST_BYTES } from './list-limits.ts';
import type { OpenMail } from './open-mail.ts';
import { Pace, runUnlessStopped } from './pace.ts';

export interface ImportReaderOptions {
  readonly slot: ImportSlot;
  readonly values: ValueStore;
  readonly patience: Patience;
  readonly webmails: () => Promise<(host: string) => boolean>;
  readonly verdictPriority: VerdictPriority;
  readonly openMail: OpenMail;
}

/** Reads and compiles lists, and counts links of open mail that they would flag. */
export class ImportReader {
  readonly #options: ImportReaderOptions;

  constructor(options: ImportReaderOptions) {
    this.#options = options;
  }

  async fetch(current: Import, url: string): Promise<void> {
    await this.#run(current, () => this.#download(current, url));
  }

  async #intake(current: Import): Promise<Result<ListIntake, FailedStep>> {
    const { values, verdictPriority } = this.#options;
    const [list, secret] = await Promise.all([
      values.listKey(crypto.getRandomValues(new Uint8Array(8))),
      values.secret(crypto.getRandomValues(new Uint8Array(16))),
    ]);
    if (!list.ok) return fail(fromStorage(list.failure));
    if (!secret.ok) return fail(fromStorage(secret.failure));
    const keys = await runUnlessStopped(
      CanaryKeys.make(list.value),
      new Pace(verdictPriority),
      current.stop.signal,
    );
    if (keys === null) return fail(STOPPED);
    current.keys = { list: list.value, secret: secret.value };
    current.intake = new ListIntake(list.value, keys, new Pace(verdictPriority));
    return ok(current.intake);
  }

  async #download(current: Import, url: string): Promise<Result<'whole' | 'stopped', FailedStep>> {
    const { slot, patience } = this.#options;
    const prepared = await this.#intake(current);
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
        slot.progress(current, receivedBytes, totalBytes);
        return prepared.value.pushBytes(piece);
      },
    );
    return fetched.ok ? fetched : fail(fromDownload(fetched.failure, new URL(url).pathname));
  }

  async #run(current: Import, read: () => Promise<Result<'whole' | 'stopped', FailedStep>>): Promise<void> {
    const { slot } = this.#options;
    try {
      const done = await read();
      const finished = done.ok ? await this.#compile(current) : done;
      if (!finished.ok) slot.fail(current, finished.failure);
    } catch (error) {
      console.error('Spamlight: an import ended in an exception', error);
      const detail = error instanceof Error ? error.name : 'unknown';
      slot.fail(current, { kind: 'internal', detail });
    }
  }

  async #compile(current: Import): Promise<Result<null, FailedStep>> {
    const { list, intake, keys, stop } = current;
    const { slot, verdictPriority, openMail, webmails } = this.#options;
    if (intake === null || keys === null || stop.signal.aborted) return fail(STOPPED);
    const entries = await intake.finish();
    if (!entries.ok) return entries;
    current.intake = null;
    slot.setState(current, { kind: 'building', entries: entries.value.urls.high.length });
    const compiled = await runUnlessStopped(
      compileList(entries.value, {
        category: list.category,
        key: keys.list,
        secret: keys.secret,
        addedAt: list.addedAt,
        now: list.addedAt,
        serial: 1,
      }),
      new Pace(verdictPriority),
      stop.signal,
    );
    if (compiled === null) return fail(STOPPED);
    const counts: ListCounts = {
      ...entries.value.counts,
      format: entries.value.format,
      entries: compiled.sections.reduce((sum, section) => sum + section.entries, 0),
    };
    const ready: ReadyList = { compiled, counts, keys };
    const links = await openMail.links();
    const openFlagged = await countFlagged(links, ready, await webmails(), new Pace(verdictPriority));
    const { state, device } = compiled;
    const bytes =
      state.length + device.header.length + device.residentFilter.length + device.verificationTable.length;
    current.ready = ready;
    slot.restartTimeout(current);
    slot.setState(current, {
      kind: 'ready',
      counts,
      bytes,
      canariesAsked: canaries().length,
      openLinks: links.length,
      openFlagged,
    });
    return ok(null);
  }
}

/** Never shown: a stopped import is gone. */
const STOPPED: FailedStep = { kind: 'internal', detail: 'stopped' };
