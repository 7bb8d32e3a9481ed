import { LIST_PRESETS, type ListPreset } from '../../../../core/feed/list-presets.ts';
import { ok, type Result } from '../../../../core/result.ts';
import type { StorageFailure } from '../../../platform/storage/database.ts';
import type { DeviceList, ListRefusal } from '../../../protocol/device-list-messages.ts';
import type { PresetProgress, PresetState } from '../../../protocol/preset-messages.ts';
import type { UpdateRunner } from '../update-runner.ts';
import type { DeviceLists } from './device-lists.ts';

export class PresetLists {
  readonly #deviceLists: DeviceLists;
  readonly #updates: UpdateRunner;

  constructor(deviceLists: DeviceLists, updates: UpdateRunner) {
    this.#deviceLists = deviceLists;
    this.#updates = updates;
  }

  /**
   * Tries again what failed.
   *
   * @returns why the first one that was refused was
   */
  async add(ids: readonly string[], isManaged: boolean): Promise<ListRefusal | null> {
    const lists = await this.#deviceLists.describe();
    const absent: ListPreset[] = [];
    for (const preset of wanted(ids)) {
      if (isManaged && preset.isPrivateUseOnly) continue;
      const list = lists.ok ? listOf(preset, lists.value) : undefined;
      if (list === undefined) absent.push(preset);
      else if (progressOf(list).kind === 'failed') void this.#updates.runOne(list.status.id);
    }
    const refusal = await this.#deviceLists.add(absent);
    // The button was pressed twice.
    return refusal === 'already-there' ? null : refusal;
  }

  /** @returns false if one could not be removed */
  async remove(ids: readonly string[]): Promise<boolean> {
    const lists = await this.#deviceLists.describe();
    let isDone = lists.ok;
    for (const preset of wanted(ids)) {
      const list = lists.ok ? listOf(preset, lists.value) : undefined;
      if (list === undefined) continue;
      const { removed } = await this.#deviceLists.remove({ list: list.status.id, isUndoable: false });
      isDone &&= removed;
    }
    return isDone;
  }

  async states(): Promise<Result<readonly PresetState[], StorageFailure>> {
    const lists = await this.#deviceLists.describe();
    if (!lists.ok) return lists;
    return ok(
      LIST_PRESETS.map((preset) => ({
        id: preset.id,
        progress: progressOf(listOf(preset, lists.value)),
      })),
    );
  }
}

function wanted(ids: readonly string[]): readonly ListPreset[] {
  return LIST_PRESETS.filter(({ id }) => ids.includes(id));
}

function listOf({ url }: ListPreset, lists: readonly DeviceList[]): DeviceList | undefined {
  return lists.find(({ status }) => status.url === url);
}

function progressOf(list: DeviceList | undefined): PresetProgress {
  if (list === undefined) return { kind: 'absent' };
  const { kind, entries, activity, lastFailure } = list.status;
  if (kind !== 'none') return { kind: 'added', entries };
  if (activity.kind === 'updating') return activity;
  return lastFailure === null ? { kind: 'waiting' } : { kind: 'failed', failure: lastFailure };
}
