import { LIST_PRESETS, type ListPreset } from '../../../../core/feed/list-presets.ts';
import { ok, type Result } from '../../../../core/result.ts';
import type { StorageFailure } from '../../../platform/storage/database.ts';
import type { ListRefusal } from '../../../protocol/device-list-messages.ts';
import type { PresetProgress, PresetState } from '../../../protocol/preset-messages.ts';
import type { DeviceLists } from './device-lists.ts';

export interface AddedList {
  readonly id: string;
  readonly url: string | null;
  readonly entries: number;
}

export interface PresetListsOptions {
  readonly deviceLists: Pick<
    DeviceLists,
    'previewList' | 'settled' | 'importState' | 'add' | 'cancel' | 'remove'
  >;
  readonly lists: () => Promise<Result<readonly AddedList[], StorageFailure>>;
  readonly isManaged: () => Promise<boolean>;
  readonly onStatus: () => void;
}

type PresetFailure = Extract<PresetProgress, { kind: 'failed' | 'refused' }>;

/**
 * Adds presets one by one. The queue is in memory only: after a stop of the realm, the button offers those not added.
 */
export class PresetLists {
  readonly #options: PresetListsOptions;
  #waiting: ListPreset[] = [];
  #current: { readonly preset: ListPreset; readonly importId: string | null } | null = null;
  /** Resolves when the current preset was added, cancelled or abandoned. */
  #taken: Promise<PresetFailure | null> = Promise.resolve(null);
  readonly #unwanted = new Set<ListPreset>();
  readonly #troubles = new Map<string, PresetFailure>();

  constructor(options: PresetListsOptions) {
    this.#options = options;
  }

  async add(ids: readonly string[]): Promise<void> {
    const { lists, isManaged } = this.#options;
    const [kept, managed] = await Promise.all([lists(), isManaged()]);
    for (const preset of LIST_PRESETS) {
      const isWanted = ids.includes(preset.id) && !(managed && preset.isPrivateUseOnly);
      // If `kept` is unreadable, the import is refused with the reason.
      const isThere = kept.ok && kept.value.some(({ url }) => url === preset.url);
      const isUnderway = this.#current?.preset === preset || this.#waiting.includes(preset);
      if (isWanted) this.#unwanted.delete(preset);
      if (!isWanted || isThere || isUnderway) continue;
      this.#troubles.delete(preset.id);
      this.#waiting.push(preset);
    }
    this.#options.onStatus();
    if (this.#current === null) void this.#work();
  }

  /** @returns false if one could not be removed */
  async remove(ids: readonly string[]): Promise<boolean> {
    const { deviceLists, lists } = this.#options;
    const unwanted = LIST_PRESETS.filter(({ id }) => ids.includes(id));
    this.#waiting = this.#waiting.filter((preset) => !unwanted.includes(preset));
    const current = this.#current;
    if (current !== null && unwanted.includes(current.preset)) {
      this.#unwanted.add(current.preset);
      if (current.importId !== null) {
        deviceLists.cancel({ type: 'cancel-import', import: current.importId });
        // The import may be past cancelling: wait, then remove its list.
        await this.#taken;
      }
    }
    const kept = await lists();
    let isDone = kept.ok;
    for (const { id, url } of kept.ok ? kept.value : []) {
      if (!unwanted.some((preset) => preset.url === url)) continue;
      const { removed } = await deviceLists.remove({
        type: 'remove-list',
        list: id,
        isUndoable: false,
      });
      isDone &&= removed;
    }
    for (const { id } of unwanted) this.#troubles.delete(id);
    this.#options.onStatus();
    return isDone;
  }

  async states(): Promise<Result<readonly PresetState[], StorageFailure>> {
    const kept = await this.#options.lists();
    if (!kept.ok) return kept;
    return ok(
      LIST_PRESETS.map((preset) => ({ id: preset.id, progress: this.#progressOf(preset, kept.value) })),
    );
  }

  #progressOf(preset: ListPreset, kept: readonly AddedList[]): PresetProgress {
    const list = kept.find(({ url }) => url === preset.url);
    if (list !== undefined) return { kind: 'added', entries: list.entries };
    if (this.#waiting.includes(preset)) return { kind: 'waiting' };
    if (this.#current?.preset === preset && !this.#unwanted.has(preset)) {
      const { importId } = this.#current;
      const state = importId === null ? null : this.#options.deviceLists.importState(importId);
      if (state?.kind === 'reading') return state;
      return state?.kind === 'building' ? state : { kind: 'waiting' };
    }
    return this.#troubles.get(preset.id) ?? { kind: 'absent' };
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#current = { preset: next, importId: null };
      this.#taken = this.#take(next);
      const trouble = await this.#taken;
      if (trouble !== null) this.#troubles.set(next.id, trouble);
      this.#current = null;
      this.#options.onStatus();
    }
  }

  /** @returns null if the preset was added, or removed meanwhile */
  async #take(preset: ListPreset): Promise<PresetFailure | null> {
    const { deviceLists } = this.#options;
    const { url, name, category, licence } = preset;
    const request = { type: 'preview-list', url, name, category, licence } as const;
    const begun = await deviceLists.previewList(request, true);
    const isUnwanted = this.#unwanted.delete(preset);
    if ('refused' in begun) return isUnwanted ? null : refused(begun.refused);
    const { import: importId } = begun;
    if (isUnwanted) {
      deviceLists.cancel({ type: 'cancel-import', import: importId });
      return null;
    }
    this.#current = { preset, importId };
    const state = await deviceLists.settled(importId);
    if (state === null) return null;
    if (state.kind === 'put-aside') {
      // The reader's own import replaced the preset's: retry.
      this.#current = { preset, importId: null };
      return this.#take(preset);
    }
    if (state.kind === 'failed') {
      deviceLists.cancel({ type: 'cancel-import', import: importId });
      return { kind: 'failed', failure: state.failure };
    }
    const added = await deviceLists.add({ type: 'add-list', import: importId });
    if (!('refused' in added)) return null;
    // A refused import would hold the slot, for which the next preset waits.
    deviceLists.cancel({ type: 'cancel-import', import: importId });
    return refused(added.refused);
  }
}

function refused(because: ListRefusal): PresetFailure {
  return { kind: 'refused', because };
}
