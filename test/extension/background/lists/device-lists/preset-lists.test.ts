import { describe, expect, test } from 'vitest';
import {
  type AddedList,
  PresetLists,
} from '../../../../../src/extension/background/lists/device-lists/preset-lists.ts';
import { LIST_PRESETS } from '../../../../../src/core/feed/list-presets.ts';
import { fail, ok } from '../../../../../src/core/result.ts';
import type { ListImportState } from '../../../../../src/extension/protocol/device-list-messages.ts';
import type { PresetProgress } from '../../../../../src/extension/protocol/preset-messages.ts';

type Settled = Extract<ListImportState, { kind: 'ready' | 'failed' }>;

const READY: Settled = {
  kind: 'ready',
  counts: { format: 'url-list', entries: 5, dropped: 0, refused: 0, canaries: 0 },
  bytes: 9,
  canariesAsked: 1_000,
  openLinks: 0,
  openFlagged: 0,
};
const FAILED: Settled = { kind: 'failed', failure: { kind: 'unreachable', detail: '' } };

function given({ isManaged = false, isKept = true, isReadable = true, addingMs = 0 } = {}) {
  const kept: AddedList[] = [];
  const begun: string[] = [];
  const cancelled: string[] = [];
  const waiting = new Map<string, (state: Settled | null) => void>();
  const presets = new PresetLists({
    deviceLists: {
      previewList: ({ url }) => {
        begun.push(url);
        return Promise.resolve({ import: url });
      },
      settled: (id) => new Promise((resolve) => waiting.set(id, resolve)),
      importState: () => ({ kind: 'reading', receivedBytes: 1, totalBytes: 2, entries: 3 }),
      add: async ({ import: url }) => {
        if (addingMs > 0) await new Promise((turn) => setTimeout(turn, addingMs));
        if (!isKept) return { refused: 'not-stored' };
        kept.push({ id: `list:${url}`, url, entries: 5 });
        return { list: `list:${url}` };
      },
      cancel: ({ import: id }) => {
        cancelled.push(id);
        waiting.get(id)?.(null);
      },
      remove: ({ list }) => {
        const at = kept.findIndex(({ id }) => id === list);
        kept.splice(at, 1);
        return Promise.resolve({ removed: at >= 0 });
      },
    },
    lists: () => Promise.resolve(isReadable ? ok([...kept]) : fail('unavailable')),
    isManaged: () => Promise.resolve(isManaged),
    onStatus: () => undefined,
  });
  const settle = async (state: Settled): Promise<void> => {
    const [id, resolve] = [...waiting.entries()].at(-1) ?? [];
    if (id !== undefined) waiting.delete(id);
    resolve?.(state);
    await new Promise((turn) => setTimeout(turn, 0));
  };
  const progress = async (id: string): Promise<PresetProgress['kind'] | undefined> => {
    const states = await presets.states();
    return states.ok ? states.value.find((state) => state.id === id)?.progress.kind : undefined;
  };
  return { presets, kept, begun, cancelled, settle, progress };
}

const [one, two] = LIST_PRESETS.filter(({ isPrivateUseOnly }) => !isPrivateUseOnly);
if (one === undefined || two === undefined) throw new Error('too few presets');

describe('the presets', () => {
  test('the presets are taken one after the other; one that fails keeps none of the others', async () => {
    const { presets, begun, settle, progress } = given();
    await presets.add([two.id, one.id]);
    expect(begun).toEqual([one.url]);
    expect(await progress(one.id)).toBe('reading');
    expect(await progress(two.id)).toBe('waiting');
    await settle(FAILED);
    expect(await progress(one.id)).toBe('failed');
    expect(begun).toEqual([one.url, two.url]);
    await settle(READY);
    expect(await progress(two.id)).toBe('added');

    await presets.add([one.id, two.id]);
    expect(begun).toEqual([one.url, two.url, one.url]);
    await settle(READY);
    expect(await progress(one.id)).toBe('added');
  });

  test('the presets are asked for once, however often the button is pressed', async () => {
    const { presets, begun } = given();
    await presets.add([one.id, two.id]);
    await presets.add([one.id, two.id]);
    expect(begun).toEqual([one.url]);
  });

  test('the presets are only those of the package', async () => {
    const { presets, begun } = given();
    await presets.add(['https://evil.example/list.txt', 'constructor']);
    expect(begun).toEqual([]);
  });

  test('the presets for private use are not taken under a policy, whatever a page asks', async () => {
    const bound = LIST_PRESETS.filter(({ isPrivateUseOnly }) => isPrivateUseOnly).map(({ id }) => id);
    expect(bound.length).toBeGreaterThan(0);
    const managed = given({ isManaged: true });
    await managed.presets.add(bound);
    expect(managed.begun).toEqual([]);
    const own = given();
    await own.presets.add(bound);
    expect(own.begun).toHaveLength(1);
  });

  test('the presets that could not be stored say so, and make way for the next one', async () => {
    const { presets, cancelled, settle, progress } = given({ isKept: false });
    await presets.add([one.id]);
    await settle(READY);
    expect(await progress(one.id)).toBe('refused');
    expect(cancelled).toEqual([one.url]);
  });

  test('the presets are not said to be absent, or taken out, where it cannot be read which are there', async () => {
    const { presets } = given({ isReadable: false });
    expect(await presets.states()).toEqual(fail('unavailable'));
    expect(await presets.remove([one.id])).toBe(false);
  });

  test('the presets are taken out again: what is there, what is read, and what waits', async () => {
    const { presets, kept, cancelled, settle, progress } = given();
    await presets.add([one.id, two.id]);
    await settle(READY);
    expect(kept).toHaveLength(1);
    expect(await presets.remove([one.id, two.id])).toBe(true);
    expect(kept).toEqual([]);
    expect(cancelled).toEqual([two.url]);
    await new Promise((turn) => setTimeout(turn, 0));
    expect(await progress(one.id)).toBe('absent');
    expect(await progress(two.id)).toBe('absent');
  });

  test('the presets are taken out again while they are being added', async () => {
    const { presets, kept, settle, progress } = given({ addingMs: 20 });
    await presets.add([one.id]);
    await settle(READY);
    expect(kept).toEqual([]);
    expect(await presets.remove([one.id])).toBe(true);
    await new Promise((turn) => setTimeout(turn, 40));
    expect(kept).toEqual([]);
    expect(await progress(one.id)).toBe('absent');
    await presets.add([one.id]);
    await settle(READY);
    await expect.poll(() => progress(one.id)).toBe('added');
  });
});
